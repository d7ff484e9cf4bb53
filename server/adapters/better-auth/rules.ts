/** Our rules for the input of the embedded provider. They are stricter than better-auth's own. */
import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { Password, PersonName, PhotoUrl } from '#contract/users.ts'
import { Email, ImageUrl, removeDirections } from '#contract/values/fields.ts'

/** As `NameText` refuses them. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

type Body = Record<string, unknown>

/** The rule of each field, by path. */
const RULES: Record<string, Record<string, z.ZodType>> = {
  '/sign-up/email': { email: Email, password: Password, name: PersonName.optional(), image: PhotoUrl.nullish() },
  '/update-user': { name: PersonName.optional(), image: PhotoUrl.nullish() },
  '/reset-password': { newPassword: Password },
  '/change-password': { newPassword: Password },
  '/request-password-reset': { email: Email },
}

const FREQUENT_PASSWORD = 'Many people use this password, so it is easy to guess. Choose a different one.'

/**
 * Returns the body for better-auth: trimmed, e-mails in lower case.
 * @throws APIError 400 with the specification's message, or for a new password that is one of the most common
 */
export async function applyRules(path: string, body: Body): Promise<Body> {
  const result = { ...body }
  for (const [field, rule] of Object.entries(RULES[path] ?? {})) {
    const parsed = rule.safeParse(body[field])
    if (!parsed.success)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: parsed.error.issues[0]?.message })
    const problem = rule === Password ? await findPasswordProblem(String(parsed.data)) : null
    if (problem) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_FREQUENT', message: problem })
    if (parsed.data !== undefined) result[field] = parsed.data
  }
  return result
}

/** Returns why a new password that meets the specification's rules is refused, or null. */
export async function findPasswordProblem(password: string): Promise<string | null> {
  return (await isFrequent(password)) ? FREQUENT_PASSWORD : null
}

/** Returns the profile of a sign-in provider, with a valid image and a name of valid length on one line. */
export function toStorable({ name, image }: { name?: string | null; image?: string | null }) {
  return {
    name: removeDirections(name ?? '')
      .replaceAll(CONTROL_CHARACTERS, ' ')
      .trim()
      .slice(0, 200),
    image: ImageUrl.safeParse(image).data ?? null,
  }
}

/** Recognizes the most common passwords. Source: the list of @zxcvbn-ts/language-common, all in lower case */

let passwords: Promise<Set<string>> | null = null

/** Returns whether a password is one of the 49,000 most common ones, in any case. Loads the list at the first call. */
async function isFrequent(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}

async function load(): Promise<Set<string>> {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default)
}
