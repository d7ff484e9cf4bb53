/** The checks of the form that requests a reset link. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const ForgotForm = z.object({
  email: z.string().trim().min(1, 'email is required').pipe(z.email('Email should be an e-mail address')),
})
export type ForgotForm = z.infer<typeof ForgotForm>

export const rules = zodResolver(ForgotForm)
