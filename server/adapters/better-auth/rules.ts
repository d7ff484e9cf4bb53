/** Our rules for the input of the embedded provider. They are stricter than better-auth's own. */
import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { Password, PersonName, PhotoUrl } from '#contract/users.ts'
import { Email, ImageUrl } from '#contract/values/fields.ts'

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

/**
 * Returns the body for better-auth: trimmed, e-mails in lower case.
 * @throws APIError 400 with the specification's message
 */
export function applyRules(path: string, body: Body): Body {
  const result = { ...body }
  for (const [field, rule] of Object.entries(RULES[path] ?? {})) {
    const parsed = rule.safeParse(body[field])
    if (!parsed.success)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: parsed.error.issues[0]?.message })
    if (parsed.data !== undefined) result[field] = parsed.data
  }
  return result
}

/** Returns the profile of a sign-in provider, with a valid image and a name of valid length on one line. */
export function toStorable({ name, image }: { name?: string | null; image?: string | null }) {
  return {
    name: (name ?? '').replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, 200),
    image: ImageUrl.safeParse(image).data ?? null,
  }
}
