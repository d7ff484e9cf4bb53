/** Ids and times in Stripe's format. */
import { randomBytes } from 'node:crypto'

let last = 0

/** Returns a new id, such as `pi_…`. The ids of one process sort by creation, so that lists have one order. */
export function newId(prefix: string): string {
  last = Math.max(last + 1, Date.now() * 1000)
  return `${prefix}_${last.toString(36).padStart(11, '0')}${randomBytes(8).toString('hex')}`
}

/** Returns the seconds since 1970, which Stripe's times are. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}
