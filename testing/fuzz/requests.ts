/** Generates requests for every call of the contract, by every caller. */
import fc, { type Arbitrary } from 'fast-check'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Caller, FuzzSchool } from './school.ts'
import { type FieldValues, generateHostile, generateNearlyValid, generateValid, HOSTILE_TEXTS } from './values.ts'

export interface FuzzRequest {
  endpoint: string
  caller: Caller
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body: string | undefined
  ip: string
}

/**
 * Returns at least `count` requests in random order, as many for each call. A path, a query or a body of each is valid, nearly valid or
 * hostile. The same seed returns the same requests for the same school.
 */
export function generateRequests(school: FuzzSchool, count: number, seed: number): FuzzRequest[] {
  const values = createFieldValues(school)
  const endpoints = Object.entries<Endpoint>(api)
  const numRuns = Math.ceil(count / endpoints.length)
  const requests = endpoints.flatMap(([name, endpoint], index) =>
    fc.sample(generateFor(name, endpoint, school, values), { numRuns, seed: seed + index }),
  )
  const { length } = requests
  return fc.sample(fc.shuffledSubarray(requests, { minLength: length }), { numRuns: 1, seed })[0] ?? []
}

function generateFor(
  name: string,
  endpoint: Endpoint,
  { callers }: FuzzSchool,
  values: FieldValues,
): Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: fc.constantFrom(...callers),
      path: generatePath(endpoint, values),
      query: generateQuery(endpoint, values),
      body: endpoint.method === 'GET' ? fc.constant(undefined) : generateBody(endpoint, values),
      headers: HEADERS,
      ip: fc.ipV4(),
    })
    .map(({ path, query, headers, caller, ...rest }) => ({
      ...rest,
      endpoint: name,
      caller,
      method: endpoint.method,
      url: `/api${path}${query}`,
      headers: { 'content-type': 'application/json', ...caller.headers, ...headers },
    }))
}

/** Headers that change what a call means, or try to. */
const UNUSUAL_HEADERS: Record<string, string>[] = [
  { 'if-match': '"1"' },
  { 'if-match': '*' },
  { 'if-match': '"-1", W/"9999999999999999999"' },
  { 'if-none-match': '*' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=b' },
  { authorization: 'Bearer e30.e30.e30' },
  { authorization: 'Basic YTpi' },
  { cookie: 'better-auth.session_token=forged.c2lnbmF0dXJl' },
  { 'x-forwarded-for': '127.0.0.1', 'x-client-address': '127.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-1' },
  { accept: 'text/html' },
]

const HEADERS: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: UNUSUAL_HEADERS.length, arbitrary: fc.constantFrom(...UNUSUAL_HEADERS) },
)

/** Returns ids and e-mails that exist, of the caller and of others, more often than texts that are no value at all. */
function createFieldValues({ ids, emails, transactionIds }: FuzzSchool): FieldValues {
  const mostly = (...existing: string[]) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...existing) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    )
  const byName: [RegExp, Arbitrary<unknown>][] = [
    [/^transactionId$/, mostly(...transactionIds)],
    [/email/i, mostly(...emails, ...emails.map((email) => email.toUpperCase()), 'nobody@example.test')],
    [/id$/i, mostly(...ids)],
    [/^price$/, fc.constantFrom(49.99, 0.5, 0.001, 1e9)],
    [/image/i, mostly('/pictures/demo/night-harbour/640.webp', 'https://pictures.example/a.jpg')],
    [/^address$/, mostly('https://example.test/a', 'example.test')],
  ]
  return (name) => byName.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** True if a text makes a segment of its own: without it, or with dots alone, a path is another call's. Source: RFC 3986, section 5.2.4 */
const isSegment = (text: unknown) => !['', '.', '..'].includes(String(text))

function generatePath({ path }: Endpoint, values: FieldValues): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = names.map((name) => (values(name) ?? fc.string()).filter(isSegment))
  return fc.tuple(...params).map((texts) => {
    let index = 0
    return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(texts[index++]).toWellFormed()))
  })
}

function generateQuery({ query }: Endpoint, values: FieldValues): Arbitrary<string> {
  if (!query) return fc.constantFrom('', '', '', '?x=1', '?page=2&page=3')
  return fc
    .oneof(
      { weight: 5, arbitrary: generateValid(query, values) },
      { weight: 3, arbitrary: generateNearlyValid(query, values) },
      { weight: 1, arbitrary: generateHostile() },
    )
    .map((input) => {
      if (typeof input !== 'object' || input === null) return `?${encodeURIComponent(toText(input))}`
      const pairs = Object.entries(input).map(([key, value]) => [key, toText(value)])
      return `?${new URLSearchParams(pairs)}`
    })
}

function generateBody({ body, upload }: Endpoint, values: FieldValues): Arbitrary<string | undefined> {
  if (upload)
    return fc
      .string()
      .map((text) => `--b\r\ncontent-disposition: form-data; name="${upload}"; filename="a"\r\n\r\n${text}`)
  const toJson = (value: unknown) => JSON.stringify(value)
  const broken = fc.constantFrom('', '{', '{"a":', 'null', '[]', '"x"', '{"a":1}}', '\u0000', '{"\\ud800":1}')
  if (!body) return fc.oneof(fc.constant(undefined), generateHostile().map(toJson), broken)
  return fc.oneof(
    { weight: 5, arbitrary: generateValid(body, values).map(toJson) },
    { weight: 3, arbitrary: generateNearlyValid(body, values).map(toJson) },
    { weight: 1, arbitrary: generateHostile().map(toJson) },
    { weight: 1, arbitrary: broken },
  )
}

function toText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
