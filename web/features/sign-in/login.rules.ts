/** The checks of the login form. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const LoginForm = z.object({
  email: z.string().trim().min(1, 'email is required'),
  password: z.string().min(1, 'password is required'),
})
export type LoginForm = z.infer<typeof LoginForm>

export const rules = zodResolver(LoginForm)
