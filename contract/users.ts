/** People: the user record, the role, the token. */
import { z } from 'zod'
import { Email, Id, PictureUrl, Timestamp } from './fields.ts'
import { listQuery } from './pages.ts'

export const ROLES = ['student', 'instructor', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: Role,
  created_at: Timestamp,
})
export type User = z.infer<typeof User>

export const UsersQuery = listQuery(['created_at', 'name', 'email', 'role'])
export type UsersQuery = z.infer<typeof UsersQuery>

/** The user record and, beside it, one boolean a role, each under its own key. */
export const UserWithRoles = User.extend({
  student: z.object({ student: z.boolean() }),
  instructor: z.object({ instructor: z.boolean() }),
  admin: z.object({ admin: z.boolean() }),
})
export type UserWithRoles = z.infer<typeof UserWithRoles>

/** A name may be left out; whoever gives none is called by the first part of their e-mail address. */
export const PersonName = z.string().trim().max(200, 'Name should have at most 200 characters')

/** An address, or empty for none. */
export const PhotoUrl = PictureUrl.or(z.literal(''))

/** What a new user says of themselves; role and created_at are the server's to set, whatever is sent. */
export const UserInfo = z.object({
  userInfo: z.looseObject({ name: PersonName.nullish(), email: Email, image: PhotoUrl.nullish() }),
})

/** What somebody may change of their own record. */
export const ProfileChange = z.object({ name: PersonName, image: PhotoUrl })
export type ProfileChange = z.infer<typeof ProfileChange>

export const TokenRequest = z.object({ email: Email })
export const Token = z.object({ jwtToken: z.string() })

/** The specification's rules for a new password, in the order in which they are told. */
export const Password = z
  .string()
  .min(1, 'Password is required')
  .min(6, 'Password should have at least 6 characters')
  .max(128, 'Password should have at most 128 characters')
  .regex(/^(?=.*[A-Z])(?=.*[!@#$&*])/s, 'Password should, one capital letter, and one special character')
