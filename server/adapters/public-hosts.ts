/** Tells public addresses from those of our own network, which no URL of a user may reach (server-side request forgery). */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface HostAddress {
  address: string
  family: number
}

/** Returns all addresses of a host name. */
export type Resolve = (host: string) => Promise<HostAddress[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true })

/** A host that has an address which is not public. */
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
