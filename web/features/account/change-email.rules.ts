/** The checks before a change of the e-mail address is requested. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const ChangeEmailForm = z.object({
  email: z.string().trim().min(1, 'Email is required').pipe(z.email('Email should be an e-mail address')),
  password: z.string(),
})
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>

export const rules = zodResolver(ChangeEmailForm)
