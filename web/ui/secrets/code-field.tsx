import type { ComponentProps } from 'react'
import { Field } from '../field.tsx'

interface CodeFieldProps extends Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'autoComplete'> {
  /** True if it takes a recovery code instead of a code of the authenticator app. */
  isRecovery?: boolean
}

/** A field for a code of the second factor. */
export function CodeField({ isRecovery = false, ...field }: CodeFieldProps) {
  if (isRecovery)
    return <Field label="Recovery code" autoComplete="off" autoCapitalize="none" spellCheck={false} {...field} />
  return <Field label="Code" inputMode="numeric" autoComplete="one-time-code" {...field} />
}
