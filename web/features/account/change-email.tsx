import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EMAIL_STOP_DAYS } from '#contract/values/limits.ts'
import { requestEmailChange } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { ChangeEmailForm as Values } from './change-email.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./change-email.rules.ts'))

/** Asks for another e-mail address, which its owner confirms by a link. */
export function ChangeEmail({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver,
    mode: 'onSubmit',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const [requested, setRequested] = useState<string | null>(null)
  const submit = handleSubmit(async (values) => {
    setRequested(null)
    try {
      await requestEmailChange(values.email, hasPassword ? values.password : null)
    } catch (error) {
      return setError('root', { message: toMessage(error) })
    }
    reset()
    setRequested(values.email)
  })
  return (
    <ProfileSection
      title="Change e-mail address"
      line={`You log in again with the new one. The old one can stop the change for ${EMAIL_STOP_DAYS} days.`}
    >
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <Field
          label="New Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        {hasPassword && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        )}
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Send the link
        </Button>
        <div role="status">
          {requested && (
            <p className="wrap-anywhere">We've e-mailed a link to {requested}. Open it while you are logged in here.</p>
          )}
        </div>
      </form>
    </ProfileSection>
  )
}

/** A hint for an address that the provider stores. */
export function EmailAtProvider() {
  return (
    <ProfileSection title="Change e-mail address" line="Your sign-in service keeps your e-mail address.">
      <p>Change it there, then log in again. We use the new one once it is confirmed there.</p>
    </ProfileSection>
  )
}
