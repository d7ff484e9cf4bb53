/** Declares endpoints and builds the path of a call from its input, the same for browser, server and tests. */
import type { z } from 'zod'
import type { Role } from './values/role.ts'

/**
 * Permitted callers: `anyone`; `proof`, the holder of the identity provider's proof; `user`, any signed-in user; `staff`, an
 * instructor or admin; or one role. The server reads the role from the user record at every call.
 */
export type Access = 'anyone' | 'proof' | 'user' | 'staff' | Role

/**
 * The most calls of one caller within some minutes: an account, or the network of a caller without one. The server refuses further calls
 * with 429.
 */
export interface RateLimit {
  max: number
  minutes: number
}

export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Response = unknown,
  A extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, parameters in braces: `/cart/{id}`. */
  path: string
  summary: string
  access: A
  /** The field that must contain the caller's own e-mail (403 otherwise), and the role that may use any e-mail. */
  own?: { in: 'params' | 'query'; field: string; except?: Role }
  /** Requires a sign-in or a re-authentication within `REAUTH_MINUTES` (403 `REAUTH_REQUIRED` otherwise): of everyone, or of a role. */
  recentSignIn?: true | Role
  /** Refuses access tokens (403 `TOKEN_NOT_ALLOWED`). Endpoints with `recentSignIn` or for a proof refuse them too. */
  signInOnly?: true
  /** The name of the domain, from which the scope is derived. `composeEndpoints` sets it. */
  domain?: string
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  response: z.ZodType<Response>
  /**
   * The response is the same for everyone and changes only with the catalogue, so the server may cache it: without a query, and the
   * first page alone.
   */
  cached?: true
  /** The seats that a cached response shows, so that a sale of others does not change it: none, or those of the class `id`. By default all. */
  seats?: 'none' | 'class'
  /** Counts the calls that pass the checks, successful or not. */
  rateLimit?: RateLimit
  /** Takes a page of the list (`listQuery`), and returns the number of all rows in a header. */
  paged?: true
  /** Takes `If-Match`: the version that the caller has read. If there is a newer version, it is a 409. */
  versioned?: true
  /** Takes a file, as `multipart/form-data` under this name. */
  upload?: string
  /** The other fields of the form with the file, in any order. */
  uploadFields?: z.ZodObject
  /** The largest file, in bytes, where it is not an image. */
  maxUploadBytes?: number
  /** Returns a file of this type instead of JSON. */
  file?: 'csv' | 'ics' | 'image' | 'pdf'
}

type Part<Key extends string, T> = unknown extends T ? unknown : { [K in Key]: T }

/** The params, query and body of an endpoint, as far as it has them. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer _A>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** The same for a caller, who may leave out a query without required fields, and a body that the endpoint does not require. */
export type CallInput<E> = Omit<EndpointInput<E>, 'query' | 'body'> &
  (EndpointInput<E> extends { query: infer Q } ? (object extends Q ? { query?: Q } : { query: Q }) : unknown) &
  (EndpointInput<E> extends { body: infer B } ? (undefined extends B ? { body?: B } : { body: B }) : unknown)

export type EndpointResponse<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _A> ? R : never

/** Declares an endpoint; the function exists only for type inference. */
export function endpoint<P, Q, B, R, const A extends Access>(e: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return e
}

/**
 * Declares a domain's endpoints. Forms import schemas from the same file: because `declare` is a function and callers mark
 * the call as pure, the browser's build drops the endpoints (measured: no page's scripts grow).
 */
export function declareEndpoints<E extends object>(declare: () => E): E {
  return declare()
}

type DuplicateName<Domains> = {
  [D in keyof Domains]: keyof Domains[D] &
    { [Other in Exclude<keyof Domains, D>]: keyof Domains[Other] }[Exclude<keyof Domains, D>]
}[keyof Domains]

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer I) => void
  ? I
  : never

/**
 * Merges the endpoints of all domains, and gives each the name of its domain. A name that two domains declare is a compile-time
 * error.
 */
export function composeEndpoints<const Domains extends Record<string, object>>(
  domains: Domains,
  ..._duplicates: [DuplicateName<Domains>] extends [never] ? [] : [declaredTwice: DuplicateName<Domains>]
): { [Name in keyof Intersection<Domains[keyof Domains]>]: Intersection<Domains[keyof Domains]>[Name] } {
  const entries = Object.entries(domains).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, declared]) => [name, { ...declared, domain }]),
  )
  return Object.fromEntries(entries)
}

/** Returns the path below `/api` for an input: parameters and query filled in and encoded. */
export function buildPath(
  e: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, string>; query?: Record<string, string | number | undefined> } = {},
): string {
  const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = Object.entries(input.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, `${value}`]],
  )
  return query.length ? `${path}?${new URLSearchParams(query)}` : path
}
