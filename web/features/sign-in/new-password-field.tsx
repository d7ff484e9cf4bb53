import { type ComponentProps, useId } from 'react'
import { PasswordField } from '#web/ui/field.tsx'

/** The field of a new password, which says what one needs before it is refused. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  const id = useId()
  return (
    <div>
      <PasswordField autoComplete="new-password" hintId={id} {...props} />
      <p id={id} className="mt-1.5 text-sm text-soft">
        6 characters or more, a capital letter, and one of <span className="whitespace-nowrap">! @ # $ & *.</span>
      </p>
    </div>
  )
}

interface NewPasswordPairProps {
  messages: { password?: string | undefined; confirmPassword?: string | undefined }
}

/** A new password and its repetition, in the fields `password` and `confirmPassword`: side by side where there is room. */
export function NewPasswordPair({ messages }: NewPasswordPairProps) {
  return (
    <div className="password-pair">
      <NewPasswordField label="Password" required error={messages.password} name="password" />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        error={messages.confirmPassword}
        name="confirmPassword"
      />
    </div>
  )
}
