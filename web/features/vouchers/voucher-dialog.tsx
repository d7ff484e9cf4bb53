import { useForm } from 'react-hook-form'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import type { Voucher } from '#contract/vouchers.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useVoucherCalls } from './vouchers.query.ts'

interface DialogProps {
  voucher: Voucher
  onDone: () => void
}

/** The dialog of an action of an admin on a voucher. */
export default function VoucherDialog({ action, ...props }: DialogProps & { action: 'extend' | 'end' }) {
  return action === 'extend' ? <ExtendDialog {...props} /> : <EndDialog {...props} />
}

/** Changes the last day of a voucher. */
function ExtendDialog({ voucher, onDone }: DialogProps) {
  const { change } = useVoucherCalls()
  const { _id, last_four, last_day } = voucher
  return (
    <Modal title={`Last day of …${last_four}`} onClose={onDone}>
      <OneField
        label="Last day"
        type="date"
        value={last_day}
        action="Save"
        onDone={onDone}
        send={(day) => change(_id, day)}
      />
    </Modal>
  )
}

/** Ends a voucher, and refunds its sale. */
function EndDialog({ voucher, onDone }: DialogProps) {
  const { end } = useVoucherCalls()
  const { _id, last_four, amount, currency, buyer, void_reason } = voucher
  return (
    <Modal title={`End the voucher …${last_four}?`} onClose={onDone}>
      <p className="wrap-anywhere mt-2 text-soft">
        Its code pays for nothing now.
        {buyer && ` ${formatMajor(amount, currency)} goes back to the card of ${buyer.name}, and we e-mail them.`}
      </p>
      <OneField
        label="Reason"
        value={void_reason ?? ''}
        action="Yes, end it!"
        onDone={onDone}
        send={(reason) => end(_id, reason)}
      />
    </Modal>
  )
}

interface OneFieldProps {
  label: string
  type?: string
  value: string
  action: string
  onDone: () => void
  send: (value: string) => Promise<unknown>
}

function OneField({ label, type, value, action, onDone, send }: OneFieldProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { value } })
  const { isBusy, run } = useBusy()
  const submit = handleSubmit(({ value: typed }) =>
    run(async () => {
      try {
        await send(typed.trim())
        onDone()
      } catch (error) {
        toastError((error as Error).message)
      }
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <Field
        label={label}
        type={type}
        maxLength={MAX_NAME_LENGTH}
        required
        error={formState.errors.value?.message}
        {...register('value', { validate: (typed) => typed.trim() !== '' || `${label} is required` })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
