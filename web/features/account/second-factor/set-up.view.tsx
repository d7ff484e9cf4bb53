import encodeQR from 'qr'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { confirmSecondFactor } from '#web/session/account/second-factor.ts'
import type { NewSecondFactor } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/secrets/code-field.tsx'

interface SetUpProps {
  factor: NewSecondFactor
  onConfirmed: (factor: NewSecondFactor) => void
  onCancel: () => void
}

/** Shows the secret of a new second factor as a QR code and as text, and asks for its first code. */
export default function SetUp({ factor, onConfirmed, onCancel }: SetUpProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])
  const submit = handleSubmit(async ({ code }) => {
    try {
      await confirmSecondFactor(code.trim())
    } catch (error) {
      return setError('code', { message: toMessage(error) }, { shouldFocus: true })
    }
    onConfirmed(factor)
  })
  return (
    <>
      <p>1. Scan this code with an authenticator app on your phone.</p>
      <QrCode text={factor.uri} label="QR code for your authenticator app" />
      <div>
        <p className="text-sm text-soft">Can't scan it? Enter this key in the app:</p>
        <p className="mt-1 font-mono wrap-anywhere">{formatSecret(factor.uri)}</p>
        <a href={factor.uri} className="link mt-2 inline-block text-sm">
          Open an app on this device
        </a>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p>2. Enter the six digits that the app shows.</p>
        <CodeField error={errors.code?.message} {...register('code', { required: 'code is required' })} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting}>
            Turn on
          </Button>
          <Button look="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </>
  )
}

/** Returns the secret of an `otpauth:` address in groups of four. */
function formatSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Modules of white around the code. Source: ISO/IEC 18004, 9.1 */
const BORDER = 4

/** A QR code: black on white in both themes, because many readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: BORDER })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} className="size-56 max-w-full">
      <rect width="100%" height="100%" fill="white" />
      <path d={toPath(rows)} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}

function toPath(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
