/** Sends webhook messages over https, to public addresses only. */

import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '#server/platform/loopback.ts'
import type { WebhookSender } from '#server/ports/webhook-sender.ts'

const TIMEOUT_MS = 10_000

/** Bytes of a response that are received before the connection is closed. Nothing of them is stored. */
const MAX_RESPONSE_BYTES = 1024

export interface WebhookSenderOptions {
  /** Allows http and addresses of this machine. For tests. */
  allowLoopback?: boolean
  resolve?: typeof resolveHost
  timeoutMs?: number
}

export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { allowLoopback = false, resolve = resolveHost, timeoutMs = TIMEOUT_MS } = options
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address))
  return {
    async findProblem(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      const problem = url ? findFault(url, allowLoopback) : 'must be a URL, for example https://example.org/hook'
      if (problem || !url) return problem
      return resolveAllowed(url, resolve, isAllowed).then(() => null, describeHostError)
    },

    async post(target, headers, body) {
      const begun = performance.now()
      const end = (status: number | null, problem: string | null) => ({
        status,
        problem,
        duration: Math.round(performance.now() - begun),
      })
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const url = new URL(target)
        const fault = findFault(url, allowLoopback)
        if (fault) return end(null, `the URL ${fault}`)
        // A name that is resolved again while connecting could lead elsewhere: the request uses these addresses.
        const addresses = await untilAborted(resolveAllowed(url, resolve, isAllowed), signal)
        const status = await send(url, { headers, body, addresses, isAllowed, signal })
        return end(status, status >= 200 && status < 300 ? null : `it responded with ${status}`)
      } catch (error) {
        return end(null, signal.aborted ? `no response within ${timeoutMs / 1000} seconds` : describeError(error))
      }
    },
  }
}

/** Returns why a URL may not be used, whatever its host is. */
function findFault({ protocol, username, password }: URL, allowHttp: boolean): string | null {
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return 'must begin with https://'
  return username || password ? 'must not contain a user name or a password' : null
}

interface Message {
  headers: Record<string, string>
  body: string
  addresses: HostAddress[]
  isAllowed: (address: string) => boolean
  signal: AbortSignal
}

/** Posts a message to one of the addresses and returns the status of the response. Follows no redirect. */
function send(url: URL, { headers, body, addresses, isAllowed, signal }: Message): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      const [first] = addresses
      if (all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  })
  request.on('error', reject)
  request.on('response', (response: IncomingMessage) => receive(response, resolve))
  closeUnlessAllowed(request, isAllowed)
  request.end(body)
  return promise
}

/** Checks the address of the connection itself, before anything is sent. */
function closeUnlessAllowed(request: ClientRequest, isAllowed: Message['isAllowed']): void {
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      if (!isAllowed(socket.remoteAddress ?? '')) request.destroy(new PrivateHostError())
    }),
  )
}

/** Ignores the body, and reports the status when the body has ended or is too long. */
function receive(response: IncomingMessage, report: (status: number) => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) response.destroy()
  })
  // A connection that breaks after the status has been received does not change it.
  response.on('error', () => {})
  response.on('close', () => report(response.statusCode ?? 0))
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

const PRIVATE_HOST = 'must lead to a public address, not into a private network'

function describeHostError(error: unknown): string {
  return error instanceof PrivateHostError ? PRIVATE_HOST : 'has a host that was not found'
}

/** Returns the problem of a request without a response, by the code of Node's error. */
function describeError(error: unknown): string {
  if (error instanceof PrivateHostError) return 'the host has a private address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host was not found'
  return code ? `the connection failed (${code})` : 'the connection failed'
}

export interface HostAddress {
  address: string
  family: number
}

/** Returns all addresses of a host name. */
export type Resolve = (host: string) => Promise<HostAddress[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true })

/** A host that has an address which is not public: no URL of a user may reach our own network (server-side request forgery). */
export class PrivateHostError extends Error {
  readonly code = 'PRIVATE_HOST'

  constructor() {
    super('the host has a private address')
  }
}

/** The addresses that are routed on the Internet. Source: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address is public: not private, loopback, link-local, unique-local, shared, multicast, reserved, nor one that
 * contains an IPv4 address (mapped ones are read as IPv4).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)
}

/**
 * Returns the addresses of the host of a URL. An IP address is its own.
 * @throws PrivateHostError if `isAllowed` refuses one of them
 */
export async function resolveAllowed(
  { hostname }: URL,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): Promise<HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw new PrivateHostError()
  return addresses
}
