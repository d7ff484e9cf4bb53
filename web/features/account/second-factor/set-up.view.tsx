import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { confirmSecondFactor } from '#web/session/account/second-factor.ts'
import type { NewSecondFactor } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/secrets/code-field.tsx'
import { QrCode } from './qr-code.tsx'

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
