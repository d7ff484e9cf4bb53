/** What the register form checks before it asks the provider. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { PictureUrl } from '#contract/fields.ts'
import { Password } from '#contract/users.ts'

const RegisterForm = z
  .object({
    name: z.string().trim().max(200, 'Name should have at most 200 characters'),
    email: z.string().trim().min(1, 'Email is required').pipe(z.email('Email should be an e-mail address')),
    password: Password,
    confirmPassword: z.string(),
    photo: z.literal('').or(PictureUrl),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Password and confirm password do not match',
    when: () => true,
  })
export type RegisterForm = z.infer<typeof RegisterForm>

export const rules = zodResolver(RegisterForm)
