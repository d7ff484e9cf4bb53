import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import type { SecondFactorAction } from './use-second-factor.ts'

interface PasswordPromptProps {
  action: SecondFactorAction
  /** Runs the action. Rejects with what went wrong. */
  onPassword: (action: SecondFactorAction, password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before an action on the second factor. */
export function PasswordPrompt({ action, onPassword, onCancel }: PasswordPromptProps) {
  const { user } = useSession()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(({ password }) =>
    onPassword(action, password).catch((error: unknown) => setError('root', { message: toMessage(error) })),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'password is required' })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={action === 'Turn off' ? 'danger' : 'primary'} busy={isSubmitting}>
          {action === 'Set up' ? 'Continue' : action}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
