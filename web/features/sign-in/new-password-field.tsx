import { type ComponentProps, useId } from 'react'
import { PasswordField } from '#web/ui/field.tsx'

/** The field of a new password, which says what one needs before it is refused. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  const id = useId()
  return (
    <div>
      <PasswordField autoComplete="new-password" hintId={id} {...props} />
      <p id={id} className="mt-1.5 text-sm text-soft">
        At least 6 characters, with a capital letter and one of <span className="whitespace-nowrap">! @ # $ & *.</span>
      </p>
    </div>
  )
}
