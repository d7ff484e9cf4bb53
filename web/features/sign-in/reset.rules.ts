/** The checks of a new password. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Password } from '#contract/users.ts'
import { MISMATCH, requireMatch } from './passwords-match.ts'

const ResetForm = z.object({ password: Password, confirmPassword: z.string() }).refine(requireMatch, MISMATCH)
export type ResetForm = z.infer<typeof ResetForm>

export const rules = zodResolver(ResetForm)
