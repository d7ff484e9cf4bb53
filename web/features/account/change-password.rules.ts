/** The checks of a password change. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Password } from '#contract/users.ts'
import { MISMATCH, requireMatch } from '#web/features/sign-in/passwords-match.ts'

const ChangePasswordForm = z
  .object({
    current: z.string().min(1, 'Current password is required'),
    password: Password,
    confirmPassword: z.string(),
  })
  .refine(requireMatch, MISMATCH)
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

export const rules = zodResolver(ChangePasswordForm)
