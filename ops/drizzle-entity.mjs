/**
 * Takes the place of drizzle-orm's entity.js (ops/quick-imports.mjs). Its function `is` compares a value with a class, by name through all
 * ancestors. Building a statement asks it hundreds of times, with the answer no in most: half of the time. The answer depends on
 * the prototype of the value alone, so it is remembered by that.
 */
import { is as compare } from 'drizzle-orm/entity'

export { entityKind, hasOwnEntityKind } from 'drizzle-orm/entity'

/** The answers by prototype and class. */
const answers = new WeakMap()

/**
 * @param {unknown} value
 * @param {Function} type a class of drizzle-orm
 * @throws an error of drizzle-orm for a class that is not one of its own
 */
export function is(value, type) {
  const prototype = typeof value === 'object' && value && Object.getPrototypeOf(value)
  if (!prototype) return compare(value, type)
  const ofPrototype = answers.get(prototype) ?? new Map()
  const known = ofPrototype.get(type)
  if (known !== undefined) return known
  const answer = compare(value, type)
  answers.set(prototype, ofPrototype.set(type, answer))
  return answer
}
