import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { FRESH_SIGN_IN_MINUTES } from '#contract/account.ts'
import { FormError } from '#web/features/account/form-error.tsx'
import { deleteAccount } from '#web/session/account.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_QUESTION } from '#web/ui/confirm.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { popupSuccess } from '#web/ui/notices.ts'
import type { DeleteForm as Values } from './delete-account.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./delete-account.rules.ts'))

/** Ends the account, after the password (of whoever has one) and a question. */
export function DeleteAccount({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    ...(hasPassword && { resolver }),
    mode: 'onSubmit',
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    if (!(await confirm(DELETE_QUESTION))) return
    try {
      await deleteAccount(hasPassword ? password : null, () => navigate('/', { flushSync: true }))
    } catch (error) {
      return setError('root', { message: wordsFor(error) })
    }
    popupSuccess('Your account is deleted.')
  })
  return (
    <ProfileSection
      title="Delete account"
      line="Your sign-in, your profile and your selected classes go at once. Payments stay on record."
    >
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        {hasPassword ? (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        ) : (
          <p>You must have signed in within the last {FRESH_SIGN_IN_MINUTES} minutes.</p>
        )}
        <Button type="submit" look="danger" className="justify-self-start" busy={isSubmitting}>
          Delete account
        </Button>
      </form>
    </ProfileSection>
  )
}
