/** Ids and times as the provider writes them. */
import { randomBytes } from 'node:crypto'

let last = 0

/** A new id, as `pi_…`. Those of one process sort in the order of their making, so that lists have one order. */
export function newId(prefix: string): string {
  last = Math.max(last + 1, Date.now() * 1000)
  return `${prefix}_${last.toString(36).padStart(11, '0')}${randomBytes(8).toString('hex')}`
}

/** Seconds since 1970, as the provider counts. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}
