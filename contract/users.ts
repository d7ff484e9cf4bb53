/** Users: the user record, roles and the token. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import {
  ByEmail,
  ById,
  Deleted,
  Email,
  Id,
  ImageUrl,
  LineText,
  Modified,
  NameText,
  Timestamp,
} from './values/fields.ts'
import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH, TOKEN_SECONDS } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'
import { isPhoneNumber } from './values/phone.ts'
import { Role } from './values/role.ts'

export { ROLES, Role } from './values/role.ts'

export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: Role,
  created_at: Timestamp,
})
export type User = z.infer<typeof User>

/** A user as an admin sees them. `email_unconfirmed`: who registered the address has not confirmed it. */
export const ListedUser = User.extend({ email_unconfirmed: z.boolean() })
export type ListedUser = z.infer<typeof ListedUser>

export const UsersQuery = listQuery(['created_at', 'name', 'email', 'role'])
export type UsersQuery = z.infer<typeof UsersQuery>

/** The user record with the phone number, and for each role a boolean under the role's own key. */
export const UserWithRoles = User.extend({
  /** For the instructors of the user's dates, and admins. */
  phone: z.string().nullable(),
  student: z.object({ student: z.boolean() }),
  instructor: z.object({ instructor: z.boolean() }),
  admin: z.object({ admin: z.boolean() }),
})
export type UserWithRoles = z.infer<typeof UserWithRoles>

/** A name is optional; without one, the first part of the e-mail address is used. */
export const PersonName = NameText.max(MAX_NAME_LENGTH, `Name should have at most ${MAX_NAME_LENGTH} characters`)

/** A URL, or an empty string for none. */
export const PhotoUrl = ImageUrl.or(z.literal(''))

/** A phone number as people write it, or an empty string for none. */
export const PersonPhone = LineText.max(
  MAX_PHONE_LENGTH,
  `Phone should have at most ${MAX_PHONE_LENGTH} characters`,
).refine((text) => text === '' || isPhoneNumber(text), 'Phone should have digits, spaces and + only')

/** Input of a new user. The server sets role and created_at, and ignores them here. */
export const UserInfo = z.object({
  userInfo: z.looseObject({ name: PersonName.nullish(), email: Email, image: PhotoUrl.nullish() }),
})

/** Changes of a user's own record, which may be as `GET /user/{email}` returns it: null for none. Without a phone, the stored one stays. */
export const ProfileChange = z.object({ name: PersonName, image: PhotoUrl.nullable(), phone: PersonPhone.nullish() })
export type ProfileChange = z.infer<typeof ProfileChange>

export const TokenRequest = z.object({ email: Email })
export const Token = z.object({ jwtToken: z.string() })

/** The specification's rules for a new password, in the order in which the form reports them. */
export const Password = z
  .string()
  .min(1, 'Password is required')
  .min(6, 'Password should have at least 6 characters')
  .max(128, 'Password should have at most 128 characters')
  .regex(/^(?=.*[A-Z])(?=.*[!@#$&*])/s, 'Password should, one capital letter, and one special character')

export const usersEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  issueToken: endpoint({
    method: 'POST',
    path: '/jwt',
    summary: `Exchanges the identity provider's proof for a token that is valid for ${TOKEN_SECONDS / 60} minutes.`,
    access: 'proof',
    body: TokenRequest,
    response: Token,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/users',
    summary:
      "Creates the user record for the proof's e-mail, as a student, or completes the one that POST /jwt has made; otherwise insertedId is null.",
    access: 'proof',
    body: UserInfo,
    response: z.object({ insertedId: Id.nullable() }),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/user/{email}',
    summary: 'Returns the user record with its role.',
    access: 'user',
    own: { in: 'params', field: 'email', except: 'admin' },
    params: ByEmail,
    response: UserWithRoles,
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/user/{email}',
    summary: "Changes the caller's own name, image and phone number; the identity provider's copy stays as it is.",
    access: 'user',
    own: { in: 'params', field: 'email' },
    params: ByEmail,
    body: ProfileChange,
    response: Modified,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Lists all users, newest first; with a query only the matching ones, one page at a time.',
    access: 'admin',
    query: UsersQuery,
    response: z.array(ListedUser),
    paged: true,
  }),
  exportUsers: endpoint({
    method: 'GET',
    path: '/users.csv',
    summary: 'Exports the matching users as a CSV file.',
    access: 'admin',
    query: UsersQuery,
    response: z.string(),
    file: 'csv',
  }),
  makeStudent: endpoint({
    method: 'PATCH',
    path: '/user/student/{id}',
    summary:
      "Makes an instructor or admin a student again, except yourself and the last admin. An instructor's classes leave the catalogue until they become an instructor again.",
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  makeInstructor: endpoint({
    method: 'PATCH',
    path: '/user/instructor/{id}',
    summary: 'Makes a user an instructor; an admin too, except yourself and the last admin.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  makeAdmin: endpoint({
    method: 'PATCH',
    path: '/user/admin/{id}',
    summary: 'Makes a user an admin; 409 while they have not confirmed their e-mail address.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  unlinkUser: endpoint({
    method: 'DELETE',
    path: '/user/{id}/identity',
    summary:
      "Ends the connection of a user's record to a sign-in that no longer exists at the identity provider: the next one with the confirmed address gets the record. Not for admins, nor where the server keeps passwords.",
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/user/{id}',
    summary: 'Deletes a user, except yourself and the last admin; payments and enrolments stay on record.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Deleted,
  }),
}))
