/**
 * The order's life as a small model: what a class, a person, a cart and an attempt are, and what settling, closing and beginning
 * make of them. It knows nothing of the school.
 */

export type Said = 'OK' | string

export interface Order {
  cartId: string
  clientSecret: string
  price: number
  paid: boolean
}

interface ClassModel {
  free: number
  price: number
  withdrawn: boolean
  deleted: boolean
}

export interface PersonModel {
  here: boolean
  isStudent: boolean
}

export interface Model {
  classes: ClassModel[]
  people: PersonModel[]
  /** By `person class`, as everything below. */
  carts: Map<string, string>
  open: Map<string, Order>
  enrolled: Set<string>
}

export const key = (p: number, c: number) => `${p} ${c}`
export const of = <T>(list: T[], index: number): T => {
  const found = list[index]
  if (found === undefined) throw new Error(`nothing at ${index}`)
  return found
}
const known = <T>(map: Map<string, T>, at: string): T => {
  const found = map.get(at)
  if (found === undefined) throw new Error(`nothing under ${at}`)
  return found
}

/** What the person's standing alone makes of a call for students. */
export function barred({ here, isStudent }: PersonModel): Said | null {
  if (!here) return 'NOT_SIGNED_IN'
  return isStudent ? null : 'NOT_ALLOWED'
}

/** Settling in the model: an enrolment, or the money goes back. Answers whether it was an enrolment. */
export function settle(m: Model, p: number, c: number): boolean {
  const at = key(p, c)
  const { cartId } = known(m.open, at)
  m.open.delete(at)
  if (m.carts.get(at) === cartId) m.carts.delete(at)
  const taught = of(m.classes, c)
  const buys = of(m.people, p).here && isOffered(taught) && !m.enrolled.has(at) && taught.free > 0
  if (!buys) return false
  m.enrolled.add(at)
  taught.free--
  return true
}

/** Closing an attempt in the model: its intent is cancelled, unless it is paid. */
function close(m: Model, p: number, c: number): 'settled' | 'released' {
  const at = key(p, c)
  if (known(m.open, at).paid) {
    settle(m, p, c)
    return 'settled'
  }
  m.open.delete(at)
  return 'released'
}

export function leave(m: Model, p: number, c: number): void {
  m.enrolled.delete(key(p, c))
  of(m.classes, c).free++
}

/** What the school says to whoever begins, in the order in which it looks. */
export function beginning(m: Model, p: number, c: number, cartId: string): Said {
  const at = key(p, c)
  const taught = of(m.classes, c)
  const earlier = m.open.get(at)
  if (earlier && earlier.cartId !== cartId) close(m, p, c)
  if (!isOffered(taught)) return 'NOT_FOUND'
  if (m.enrolled.has(at)) return 'ALREADY_ENROLLED'
  if (taught.free === 0) return 'SEATS_GONE'
  const others = [...m.open.keys()].filter((other) => other !== at && other.endsWith(` ${c}`)).length
  if (taught.free <= others) return 'SEATS_HELD'
  const own = m.open.get(at)
  if (!own || (!own.paid && own.price === taught.price)) return 'OK'
  return close(m, p, c) === 'settled' ? 'ALREADY_ENROLLED' : 'ATTEMPT_CLOSED'
}

/** Whether the class can be had, for those who are not enrolled. */
export const isOffered = ({ withdrawn, deleted }: ClassModel) => !withdrawn && !deleted

/** What the school says to its instructor's edit, whatever is edited. */
export function uneditable({ withdrawn, deleted }: ClassModel): Said | null {
  if (deleted) return 'NOT_FOUND'
  return withdrawn ? 'CLASS_WITHDRAWN' : null
}

/** Another price in the model: what was begun at the old one is ended first. */
export function reprice(m: Model, c: number, price: number): void {
  for (const [at, order] of [...m.open]) {
    const [p = 0, inClass] = at.split(' ').map(Number)
    if (inClass === c && order.price !== price) close(m, p, c)
  }
  of(m.classes, c).price = price
}

/** How many attempts hold a seat of a class. */
export const heldIn = (m: Model, c: number) => keysOf(m.open).filter((at) => at.endsWith(` ${c}`)).length

export const keysOf = (map: Map<string, unknown>) => [...map.keys()]

export function closeAll(m: Model, which: (c: number) => boolean): void {
  for (const at of keysOf(m.open)) {
    const [p = 0, c = 0] = at.split(' ').map(Number)
    if (which(c)) close(m, p, c)
  }
}
