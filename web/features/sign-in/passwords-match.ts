/** The check that a new password is typed the same twice, for `refine` of zod. */

export function requireMatch({ password, confirmPassword }: { password: string; confirmPassword: string }): boolean {
  return password === confirmPassword
}

/** `when` reports it together with the errors of other fields. */
export const MISMATCH = {
  path: ['confirmPassword'],
  message: 'Password and confirm password do not match',
  when: () => true,
}
