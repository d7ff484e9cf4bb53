/** The checks of the registration form. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Password, PersonName, PhotoUrl } from '#contract/users.ts'
import { MISMATCH, requireMatch } from './passwords-match.ts'

const RegisterForm = z
  .object({
    name: PersonName,
    email: z.string().trim().min(1, 'Email is required').pipe(z.email('Email should be an e-mail address')),
    password: Password,
    confirmPassword: z.string(),
    photo: PhotoUrl,
  })
  .refine(requireMatch, MISMATCH)
export type RegisterForm = z.infer<typeof RegisterForm>

export const rules = zodResolver(RegisterForm)
