/** What the form checks before the password is changed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Password } from '#contract/users.ts'
import { MISMATCH, sameTwice } from '#web/features/account/same-twice.ts'

const ChangePasswordForm = z
  .object({
    current: z.string().min(1, 'Current password is required'),
    password: Password,
    confirmPassword: z.string(),
  })
  .refine(sameTwice, MISMATCH)
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

export const rules = zodResolver(ChangePasswordForm)
