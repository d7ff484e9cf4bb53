/** What the form checks before a new password is set. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Password } from '#contract/users.ts'
import { MISMATCH, sameTwice } from './same-twice.ts'

const ResetForm = z.object({ password: Password, confirmPassword: z.string() }).refine(sameTwice, MISMATCH)
export type ResetForm = z.infer<typeof ResetForm>

export const rules = zodResolver(ResetForm)
