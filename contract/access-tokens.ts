/** Access tokens, with which a program makes calls for a user. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Deleted, Id, NameText, Text, Timestamp } from './values/fields.ts'
import { MAX_ACCESS_TOKEN_DAYS, MAX_ACCESS_TOKENS, MAX_NAME_LENGTH } from './values/limits.ts'

/** By this prefix, and the checksum at its end, secret scanners recognize a token. */
export const ACCESS_TOKEN_PREFIX = 'phs_'

export const AccessToken = z.object({
  _id: Id,
  name: z.string(),
  /** `classes:read`, `payments:write`: a domain of the API, and whether the token may change something. */
  scopes: z.array(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** The beginning of the day (UTC) of the last call; null before the first. */
  used_at: Timestamp.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** An access token with its secret text, which is shown once. */
export const CreatedAccessToken = AccessToken.extend({ token: z.string() })
export type CreatedAccessToken = z.infer<typeof CreatedAccessToken>

export const NewAccessToken = z.object({
  name: NameText.min(1, 'Name is required').max(
    MAX_NAME_LENGTH,
    `Name should have at most ${MAX_NAME_LENGTH} characters`,
  ),
  scopes: z.array(Text.max(100)).min(1, 'Choose at least one permission').max(100),
  /** Days until the token expires. */
  days: z.int().min(1).max(MAX_ACCESS_TOKEN_DAYS),
})
export type NewAccessToken = z.infer<typeof NewAccessToken>

export const accessTokensEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listAccessTokens: endpoint({
    method: 'GET',
    path: '/access-tokens',
    summary: "Lists the caller's access tokens, newest first, without their secret texts.",
    access: 'user',
    signInOnly: true,
    response: z.array(AccessToken),
  }),
  listAccessTokenScopes: endpoint({
    method: 'GET',
    path: '/access-tokens/scopes',
    summary: "Lists the scopes that the caller's role can use.",
    access: 'user',
    signInOnly: true,
    response: z.array(z.string()),
  }),
  createAccessToken: endpoint({
    method: 'POST',
    path: '/access-tokens',
    summary: `Creates an access token with scopes that the caller's role can use. A user has at most ${MAX_ACCESS_TOKENS}.`,
    access: 'user',
    recentSignIn: true,
    body: NewAccessToken,
    response: CreatedAccessToken,
    rateLimit: { max: 30, minutes: 60 },
  }),
  revokeAccessToken: endpoint({
    method: 'DELETE',
    path: '/access-token/{id}',
    summary: 'Revokes an access token of the caller at once.',
    access: 'user',
    signInOnly: true,
    params: ById,
    response: Deleted,
  }),
}))
