/** The checks of the form that accepts an invitation. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Acceptance } from '#contract/invitations.ts'
import { MISMATCH, requireMatch } from '#web/features/sign-in/passwords-match.ts'

const AcceptForm = z
  .object({ name: Acceptance.shape.name, password: Acceptance.shape.password, confirmPassword: z.string() })
  .refine(requireMatch, MISMATCH)
export type AcceptForm = z.infer<typeof AcceptForm>

export const rules = zodResolver(AcceptForm)
