import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { RECENT_SIGN_IN_MINUTES } from '#contract/values/limits.ts'
import { deleteAccount } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { DeleteForm as Values } from './delete-account.rules.ts'
import { LostPlaces, useLostPlaces } from './lost-places.tsx'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./delete-account.rules.ts'))

/** Deletes the account after a confirmation, and after the password if there is one. */
export function DeleteAccount({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const navigate = useNavigate()
  const places = useLostPlaces(email)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    ...(hasPassword && { resolver }),
    mode: 'onSubmit',
    defaultValues: { refund: true },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, refund }) => {
    if (!(await confirm({ ...DELETE_CONFIRMATION, detail: describeDeletion(email) }))) return
    try {
      const choice = { password: hasPassword ? password : null, refund }
      await deleteAccount(choice, () => navigate('/', { flushSync: true }))
    } catch (error) {
      return setError('root', { message: toMessage(error) })
    }
    popupSuccess('Your account is deleted.')
  })
  return (
    <ProfileSection
      title="Delete account"
      line="We delete your login, profile and selected classes immediately. Payments stay on record."
    >
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <LostPlaces places={places} checkbox={register('refund')} />
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        {hasPassword ? (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        ) : (
          <p>If you logged in more than {RECENT_SIGN_IN_MINUTES} minutes ago, we ask you to sign in again first.</p>
        )}
        <Button type="submit" look="danger" className="justify-self-start" busy={isSubmitting}>
          Delete account
        </Button>
      </form>
    </ProfileSection>
  )
}

function describeDeletion(email: string): string {
  return `You are deleting your account ${email}. You lose access to your classes.`
}
