/** A new password that is typed twice: the check and its words, as zod's `refine` takes them. */

export function sameTwice({ password, confirmPassword }: { password: string; confirmPassword: string }): boolean {
  return password === confirmPassword
}

/** Told together with whatever else is wrong. */
export const MISMATCH = {
  path: ['confirmPassword'],
  message: 'Password and confirm password do not match',
  when: () => true,
}
