import { useEffect, useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useSchool } from '#web/school/school.ts'
import { reauthenticate, reauthenticateByCode, reauthenticateWith } from '#web/session/account/second-factor.ts'
import { AuthError, CODE_NEEDED, OTHER_USER } from '#web/session/auth-error.ts'
import type { SignInMethods, SignInProvider } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { CodeField } from '#web/ui/secrets/code-field.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { toastWarning } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { useMethods } from './methods.query.ts'

type Answer = (isConfirmed: boolean) => void

/** The dialog that asks a user who signed in a while ago to prove again who they are. */
export default function ReauthenticateDialog({ onAnswer }: { onAnswer: Answer }) {
  const { data: methods, error, refetch } = useMethods()
  return (
    <Modal title="Confirm that it is you" onClose={() => onAnswer(false)}>
      <p className="mt-2 mb-6 text-soft">You logged in a while ago. Confirm before we make this change.</p>
      {methods?.password && <PasswordForm hasSecondFactor={methods.secondFactor} onAnswer={onAnswer} />}
      {methods && !methods.password && <ProviderForm methods={methods} onAnswer={onAnswer} />}
      {error && <Failed message={toMessage(error)} onRetry={() => void refetch()} />}
      {!methods && !error && <Loading what="how you sign in" />}
    </Modal>
  )
}

interface FormProps {
  onAnswer: Answer
}

function PasswordForm({ hasSecondFactor, onAnswer }: FormProps & { hasSecondFactor: boolean }) {
  const { user } = useSession()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const [isRecovery, setIsRecovery] = useState(false)
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async ({ password, code }) => {
    const kind = isRecovery ? 'recovery code' : 'code'
    try {
      await reauthenticate(password, hasSecondFactor ? { kind, value: code.trim() } : null)
    } catch (error) {
      return setError('root', { message: toMessage(error) })
    }
    onAnswer(true)
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'password is required' })}
      />
      {hasSecondFactor && (
        <CodeOrRecoveryField
          isRecovery={isRecovery}
          onChange={setIsRecovery}
          error={errors.code?.message}
          field={register('code', { required: 'code is required' })}
        />
      )}
      <Buttons onAnswer={onAnswer} isSubmitting={isSubmitting} />
    </form>
  )
}

/** For accounts without a password: signs in again with a provider, and with a code if the account has a second factor. */
function ProviderForm({ methods, onAnswer }: FormProps & { methods: SignInMethods }) {
  const { signInProviders } = useSchool()
  const [needsCode, setNeedsCode] = useState(false)
  const [isRecovery, setIsRecovery] = useState(false)
  const { register, handleSubmit, setError, formState, clearErrors } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const proceed = async (run: () => Promise<void>) => {
    clearErrors()
    try {
      await run()
      onAnswer(true)
    } catch (error) {
      const code = error instanceof AuthError ? error.code : null
      if (code === CODE_NEEDED) setNeedsCode(true)
      else if (code === OTHER_USER) {
        // Another sign-in of that user must not make the change.
        toastWarning(toMessage(error))
        onAnswer(false)
      } else setError('root', { message: toMessage(error) })
    }
  }
  const submit = handleSubmit(({ code }) =>
    proceed(() => reauthenticateByCode({ kind: isRecovery ? 'recovery code' : 'code', value: code.trim() })),
  )
  const signIn = (signInProvider: SignInProvider) => proceed(() => reauthenticateWith(signInProvider))
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError message={errors.root?.message} />
      {needsCode ? (
        <CodeOrRecoveryField
          isRecovery={isRecovery}
          onChange={setIsRecovery}
          error={errors.code?.message}
          field={register('code', { required: 'code is required' })}
        />
      ) : (
        signInProviders
          .filter(({ id }) => methods.providers.includes(id))
          .map((signInProvider) => (
            <Button key={signInProvider.id} look="outline" onClick={() => signIn(signInProvider)}>
              Continue with {signInProvider.name}
            </Button>
          ))
      )}
      <Buttons onAnswer={onAnswer} isSubmitting={isSubmitting} canSubmit={needsCode} />
    </form>
  )
}

interface CodeOrRecoveryFieldProps {
  isRecovery: boolean
  onChange: (isRecovery: boolean) => void
  error: string | undefined
  field: UseFormRegisterReturn
}

/** A field for a code of the authenticator app, and the button that changes it to one for a recovery code. */
function CodeOrRecoveryField({ isRecovery, onChange, error, field }: CodeOrRecoveryFieldProps) {
  return (
    <>
      <CodeField key={`${isRecovery}`} isRecovery={isRecovery} error={error} {...field} />
      <button type="button" className="link justify-self-start text-sm" onClick={() => onChange(!isRecovery)}>
        {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </button>
    </>
  )
}

function Buttons({
  onAnswer,
  isSubmitting,
  canSubmit = true,
}: FormProps & { isSubmitting: boolean; canSubmit?: boolean }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="ghost" onClick={() => onAnswer(false)}>
        Cancel
      </Button>
      {canSubmit && (
        <Button type="submit" busy={isSubmitting}>
          Confirm
        </Button>
      )}
    </div>
  )
}
