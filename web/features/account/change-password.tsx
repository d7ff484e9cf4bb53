import { useForm } from 'react-hook-form'
import { NewPasswordField } from '#web/features/sign-in/new-password-field.tsx'
import { changePassword } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { ChangePasswordForm as Values } from './change-password.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./change-password.rules.ts'))

/** Changes the password of a user who knows the current one. */
export function ChangePassword({ email }: { email: string }) {
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({ resolver, mode: 'onSubmit' })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ current, password }) => {
    try {
      await changePassword(current, password)
    } catch (error) {
      return setError('root', { message: toMessage(error) })
    }
    reset()
    toastSuccess('Updated SuccessFully')
  })
  return (
    <ProfileSection
      title="Change password"
      line="You stay logged in here. On all other devices you need to log in again."
    >
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        {/* Password managers read the account from this field. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <NewPasswordField
          label="New Password"
          error={errors.password?.message}
          {...register('password', { deps: 'confirmPassword' })}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Change password
        </Button>
      </form>
    </ProfileSection>
  )
}
