import { type Control, useWatch } from 'react-hook-form'
import { formatPrice } from '#contract/values/format-price.ts'
import { readPositive } from '#contract/values/positive-amount.ts'
import { windowLight } from '#web/pictures/window-light.built.ts'
import { useSchool, useToday } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { VoucherDraft } from './voucher-draft.ts'

/** The voucher of the form as a print, which changes while one types. Its names do not repeat those of the fields. */
export function VoucherPrint({ control }: { control: Control<VoucherDraft> }) {
  const { name, currencySign, currencyDecimals, voucherYears } = useSchool()
  const { user } = useSession()
  const { amount, recipient, message } = useWatch({ control })
  const value = readPositive(amount ?? '', currencyDecimals)
  const lastYear = new Date(useToday()).getUTCFullYear() + voucherYears
  return (
    <figure className="voucher-print">
      <div className="voucher-sheet">
        <Picture src={windowLight} alt="" sizes="(min-width: 64rem) 30rem, 100vw" className="voucher-picture" />
        <p className="edge-print flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere min-w-0">{name}</span>
          <span>Gift voucher</span>
        </p>
        <p className="voucher-value wrap-anywhere font-display tabular-nums">
          {value === null ? 'Any amount' : formatPrice(value, currencyDecimals, currencySign)}
        </p>
        <div>
          <p className="wrap-anywhere font-display text-2xl">for {recipient?.trim() || 'anyone you like'}</p>
          {message?.trim() && <p className="voucher-words">{message.trim()}</p>}
          <p className="wrap-anywhere mt-1 text-soft">from {user?.displayName || 'you'}</p>
        </div>
        <p className="voucher-code">
          <span aria-hidden="true">•••• •••• •••• ••••</span>
          <span className="text-sm text-soft">Valid until the end of {lastYear}</span>
        </p>
      </div>
      <figcaption className="text-sm text-soft">
        We e-mail it as a PDF, with its code in place of the dots and a QR code.
      </figcaption>
    </figure>
  )
}
