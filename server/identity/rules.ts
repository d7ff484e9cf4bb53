/** What the school lets through to the embedded provider, and how: better-auth's own rules are wider. */
import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { Email, PictureUrl } from '#contract/fields.ts'
import { Password, PersonName, PhotoUrl } from '#contract/users.ts'

type Body = Record<string, unknown>

/** Fields of a call's body and the rule that each must follow. */
const RULES: Record<string, Record<string, z.ZodType>> = {
  '/sign-up/email': { email: Email, password: Password, name: PersonName.optional(), image: PhotoUrl.nullish() },
  '/update-user': { name: PersonName.optional(), image: PhotoUrl.nullish() },
  '/reset-password': { newPassword: Password },
  '/change-password': { newPassword: Password },
  '/request-password-reset': { email: Email },
}

/**
 * The body as better-auth is to have it: trimmed, e-mail addresses in lower case.
 * @throws APIError 400 with the specification's words
 */
export function ruled(path: string, body: Body): Body {
  const checked = { ...body }
  for (const [field, rule] of Object.entries(RULES[path] ?? {})) {
    const said = rule.safeParse(body[field])
    if (!said.success)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: said.error.issues[0]?.message })
    if (said.data !== undefined) checked[field] = said.data
  }
  return checked
}

/** What a third party says of somebody, as far as it can be kept: a name of some length, a picture that is one. */
export function keepable({ name, image }: { name?: string | null; image?: string | null }) {
  return { name: (name ?? '').trim().slice(0, 200), image: PictureUrl.safeParse(image).data ?? null }
}
