/** Mutations of users, their roles, tokens and identities. */
import type { Mutation } from '../mutation.ts'

const USERS_FILE = 'server/domains/users/users.ts'
const accountTest = 'server/domains/account/account.test.ts'
const bindingTest = 'server/domains/users/identity-binding.test.ts'
const rolesTest = 'server/domains/admin/roles.test.ts'

export const USERS: Mutation[] = [
  {
    file: USERS_FILE,
    find: '\n  requireAdmin(actor, admins)\n',
    replace: '\n',
    rule: 'An admin who was demoted during their own request changes no role.',
    tests: [rolesTest],
  },
  {
    file: USERS_FILE,
    find: '  if (actor) requireAdmin(actor, admins)\n',
    replace: '',
    rule: 'An admin who was demoted during their own request deletes no user.',
    tests: [accountTest],
  },
  {
    file: USERS_FILE,
    find: 'if (admins.length === 1) throw',
    replace: 'if (admins.length === 0) throw',
    rule: 'The last admin stays one.',
    tests: [accountTest],
  },
  {
    file: USERS_FILE,
    find: 'lte(users.tokensFrom, issuedAt), hasSession',
    replace: 'lte(users.createdAt, issuedAt), hasSession',
    rule: 'A token that was revoked is refused.',
    tests: [bindingTest],
  },
  {
    file: 'server/domains/users/identity-binding.ts',
    find: "if (!proof.emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED')",
    replace: "if (!proof.email) throw new AppError('EMAIL_NOT_CONFIRMED')",
    rule: 'Only a confirmed address claims a record that exists.',
    tests: [bindingTest],
  },
  {
    file: 'server/domains/users/tokens.ts',
    find: "requiredClaims: ['exp', 'iat', 'sub']",
    replace: "requiredClaims: ['iat', 'sub']",
    rule: 'A token without an end is refused.',
    tests: ['server/domains/users/tokens.test.ts'],
  },
  {
    file: 'server/domains/admin/roles.ts',
    find: '      await Cart.removeTaughtBy(tx, userId)\n',
    replace: '      if (!userId) await Cart.removeTaughtBy(tx, userId)\n',
    rule: 'The classes of a demoted instructor leave every cart.',
    tests: [rolesTest],
  },
  {
    file: USERS_FILE,
    find: 'lte(users.tokensFrom, issuedAt), hasSession',
    replace: 'lte(users.tokensFrom, issuedAt)',
    rule: 'A token ends with its sign-in session.',
    tests: ['server/adapters/better-auth/sessions.test.ts'],
  },
  {
    file: USERS_FILE,
    find: "  if (role === 'admin') requireConfirmed(user)\n",
    replace: '',
    rule: 'An admin has confirmed their e-mail.',
    tests: [rolesTest],
  },
  {
    file: 'server/adapters/better-auth/pending-links.ts',
    find: 'or(eq(verification.value, userId), isConnection)',
    replace: 'or(eq(verification.value, userId))',
    rule: 'A connection that was begun before the password changed is not completed.',
    tests: ['server/adapters/better-auth/pre-hijacking.test.ts'],
  },
]
