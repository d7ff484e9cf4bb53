/** What one call is, and how its address and body are made from an input: the same for browser, server and tests. */
import type { z } from 'zod'
import type { Role } from './users.ts'

/**
 * Who may call: anyone; the holder of the identity provider's proof for an e-mail; any signed-in user; one role; or the staff,
 * which are instructors and admins. The server reads the role from the user record at every call.
 */
export type Who = 'anyone' | 'proof' | 'user' | 'staff' | Role

/** How often one visitor may make a call within some minutes; what is more is answered 429. */
export interface Limit {
  most: number
  minutes: number
}

export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Answer = unknown, W extends Who = Who> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api`, parameters in braces: `/cart/{id}`. */
  path: string
  summary: string
  who: W
  /** Where the caller's own e-mail must stand (403 otherwise), and the role that may make the call with anybody's. */
  own?: { in: 'params' | 'query'; field: string; except?: Role }
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  answer: z.ZodType<Answer>
  /** The answer is the same for everyone and changes with the catalogue only, so the server may keep it. */
  kept?: true
  /** Tries that the checks have let through are counted, whatever comes of them. */
  limit?: Limit
  /** Takes a page of the list (`listQuery`), and says in a header how many rows there are in all. */
  paged?: true
  /** Takes `If-Match`: the version that the caller has read. Where there is another by now, it is a 409. */
  versioned?: true
  /** Takes a file, as `multipart/form-data` under this name. */
  upload?: string
  /** Answers a file of this kind instead of JSON. */
  file?: 'csv'
}

type Part<Key extends string, T> = unknown extends T ? unknown : { [K in Key]: T }

/** What a caller of the endpoint hands over: its params, query and body, as far as it has them. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, infer _W>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** The same as a caller says it: a query of which nothing must be said may be left out. */
export type SaidOf<E> = Omit<InputOf<E>, 'query'> &
  (InputOf<E> extends { query: infer Q } ? (object extends Q ? { query?: Q } : { query: Q }) : unknown)

export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A, infer _W> ? A : never

/** Declares an endpoint; only there so that its parts are inferred and checked. */
export function endpoint<P, Q, B, A, const W extends Who>(e: Endpoint<P, Q, B, A, W>): Endpoint<P, Q, B, A, W> {
  return e
}

/** The address below `/api` for an input: parameters and query filled in and encoded. */
export function addressOf(
  e: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, string>; query?: Record<string, string | number | undefined> } = {},
): string {
  const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = Object.entries(input.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, `${value}`]],
  )
  return query.length ? `${path}?${new URLSearchParams(query)}` : path
}
