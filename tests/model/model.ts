/**
 * A small model of orders: classes, people, carts and attempts, and how beginning, settling and closing change them. It does not
 * import the application.
 */

export type Outcome = 'OK' | string

export interface Order {
  cartId: string
  clientSecret: string
  price: number
  paid: boolean
}

interface ClassModel {
  /** Free seats of the run that students buy. */
  free: number
  /** Free seats of the run that students move to. */
  freeElsewhere: number
  price: number
  withdrawn: boolean
  deleted: boolean
}

export interface PersonModel {
  exists: boolean
  isStudent: boolean
}

export interface Model {
  classes: ClassModel[]
  people: PersonModel[]
  /** By `person class`, as the maps below. */
  carts: Map<string, string>
  open: Map<string, Order>
  enrolled: Set<string>
  /** Those of `enrolled` who have moved to the other run. */
  moved: Set<string>
  /** The client secrets of enrolments whose payments are disputed. */
  disputed: Map<string, string>
}

export const key = (p: number, c: number) => `${p} ${c}`
export const at = <T>(list: T[], index: number): T => {
  const value = list[index]
  if (value === undefined) throw new Error(`nothing at ${index}`)
  return value
}
const lookUp = <T>(map: Map<string, T>, pair: string): T => {
  const value = map.get(pair)
  if (value === undefined) throw new Error(`nothing under ${pair}`)
  return value
}

/** Returns the error of every call for students that the person may not make. */
export function findBar({ exists, isStudent }: PersonModel): Outcome | null {
  if (!exists) return 'NOT_SIGNED_IN'
  return isStudent ? null : 'NOT_ALLOWED'
}

/** Settles an attempt: an enrolment, or a refund. Returns whether it became an enrolment. */
export function settle(m: Model, p: number, c: number): boolean {
  const pair = key(p, c)
  const { cartId } = lookUp(m.open, pair)
  m.open.delete(pair)
  if (m.carts.get(pair) === cartId) m.carts.delete(pair)
  const course = at(m.classes, c)
  const buys = at(m.people, p).exists && isOffered(course) && !m.enrolled.has(pair) && course.free > 0
  if (!buys) return false
  m.enrolled.add(pair)
  course.free--
  return true
}

/** Closes an attempt: cancels its intent, or settles it if it is paid. */
function close(m: Model, p: number, c: number): 'settled' | 'released' {
  const pair = key(p, c)
  if (lookUp(m.open, pair).paid) {
    settle(m, p, c)
    return 'settled'
  }
  m.open.delete(pair)
  return 'released'
}

/** Releases a hold, or settles its attempt where the card was charged first. */
export function predictRelease(m: Model, p: number, c: number): Outcome {
  const pair = key(p, c)
  if (!lookUp(m.open, pair).paid) {
    m.open.delete(pair)
    return 'OK'
  }
  return settle(m, p, c) ? 'ALREADY_ENROLLED' : 'MONEY_RETURNED'
}

/** Returns the outcome of ending an enrolment, or null where the person is not enrolled. */
export function predictRefund(m: Model, pair: string): Outcome | null {
  if (!m.enrolled.has(pair)) return null
  return m.disputed.has(pair) ? 'PAYMENT_DISPUTED' : 'OK'
}

export function endEnrolment(m: Model, p: number, c: number): void {
  m.enrolled.delete(key(p, c))
  if (m.moved.delete(key(p, c))) at(m.classes, c).freeElsewhere++
  else at(m.classes, c).free++
}

/** Moves an enrolment to the other run of its class, and returns the outcome. */
export function predictMove(m: Model, p: number, c: number): Outcome {
  const pair = key(p, c)
  const course = at(m.classes, c)
  if (!at(m.people, p).exists) return 'NOT_SIGNED_IN'
  if (!m.enrolled.has(pair)) return 'NOT_FOUND'
  if (!isOffered(course)) return 'RUN_CLOSED'
  const isBack = m.moved.has(pair)
  const free = isBack ? course.free : course.freeElsewhere
  if (free === 0) return 'SEATS_GONE'
  if (isBack && free <= countHeld(m, c)) return 'SEATS_HELD'
  const step = isBack ? 1 : -1
  course.freeElsewhere += step
  course.free -= step
  if (isBack) m.moved.delete(pair)
  else m.moved.add(pair)
  return 'OK'
}

/** Returns the result of beginning to pay, with the checks in the application's order. */
export function predictBegin(m: Model, p: number, c: number, cartId: string): Outcome {
  const pair = key(p, c)
  const course = at(m.classes, c)
  const earlier = m.open.get(pair)
  if (earlier && earlier.cartId !== cartId) close(m, p, c)
  if (!isOffered(course)) return 'NOT_FOUND'
  if (m.enrolled.has(pair)) return 'ALREADY_ENROLLED'
  if (course.free === 0) return 'SEATS_GONE'
  const others = [...m.open.keys()].filter((other) => other !== pair && other.endsWith(` ${c}`)).length
  if (course.free <= others) return 'SEATS_HELD'
  const own = m.open.get(pair)
  if (!own || (!own.paid && own.price === course.price)) return 'OK'
  // At another price, or paid.
  return close(m, p, c) === 'settled' ? 'ALREADY_ENROLLED' : 'OK'
}

/** Returns whether students can select the class. */
export const isOffered = ({ withdrawn, deleted }: ClassModel) => !withdrawn && !deleted

/** Returns the error of every edit by the instructor. */
export function findEditRefusal({ withdrawn, deleted }: ClassModel): Outcome | null {
  if (deleted) return 'NOT_FOUND'
  return withdrawn ? 'CLASS_WITHDRAWN' : null
}

/** Counts the attempts that hold a seat of a class. */
export const countHeld = (m: Model, c: number) => listKeys(m.open).filter((pair) => pair.endsWith(` ${c}`)).length

export const listKeys = (map: Map<string, unknown>) => [...map.keys()]

export function closeWhere(m: Model, which: (c: number, p: number) => boolean): void {
  for (const pair of listKeys(m.open)) {
    const [p = 0, c = 0] = pair.split(' ').map(Number)
    if (which(c, p)) close(m, p, c)
  }
}
