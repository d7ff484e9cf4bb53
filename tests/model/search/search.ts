/** Searches every state that a school can reach, breadth first. */
import type { Action } from './action.ts'
import { BUYING } from './buying.ts'
import { CHANGING } from './changing.ts'
import { REFUNDING } from './refunding.ts'
import { listBroken, listBrokenAtRest } from './rules.ts'
import { EMPTY, type Order, type School, Transitions } from './school.ts'

export const ACTIONS: Record<string, Action> = { ...BUYING, ...REFUNDING, ...CHANGING }

interface SearchResult {
  /** How many different states there are. */
  states: number
  /** How many of them have nothing left to do. */
  atRest: number
  /** The steps to the states that take longest to reach. */
  depth: number
  /** Whether a longer search would find more. */
  isComplete: boolean
  transitions: Set<string>
  actions: Set<string>
  /** The shortest way to a state that breaks a rule. */
  broken: { rules: string[]; way: string[]; school: School } | null
}

/** @param orders the attempts to pay that the students make together, at most */
export function search({ orders, depth: maxDepth }: { orders: number; depth: number }): SearchResult {
  const transitions = new Transitions()
  const actions = new Set<string>()
  const parents = new Map<string, { before: string | null; by: string }>([[toKey(EMPTY), { before: null, by: '' }]])
  let level = [EMPTY]
  let [depth, atRest] = [0, 0]
  const finish = (broken: SearchResult['broken'], isComplete = false): SearchResult => {
    return { states: parents.size, atRest, depth, isComplete, transitions: transitions.taken, actions, broken }
  }
  for (; level.length > 0 && depth < maxDepth; depth++) {
    const next: School[] = []
    for (const school of level) {
      const key = toKey(school)
      let isAtRest = true
      for (const [by, { act, isJob }] of Object.entries(ACTIONS)) {
        for (const after of act(school, transitions)) {
          if (after.orders.length > orders) continue
          actions.add(by)
          isAtRest &&= !isJob
          const keyAfter = toKey(after)
          if (parents.has(keyAfter)) continue
          parents.set(keyAfter, { before: key, by })
          next.push(after)
        }
      }
      if (isAtRest) atRest++
      const rules = [...listBroken(school), ...(isAtRest ? listBrokenAtRest(school) : [])]
      if (rules.length > 0) return finish({ rules, way: readWay(parents, key), school })
    }
    level = next
  }
  return finish(null, level.length === 0)
}

/** The order of the orders makes no difference. */
function toKey({ seats, isCanceled, isWithdrawn, orders }: School): string {
  return `${seats}${isCanceled}${isWithdrawn}${orders.map(toOrderKey).sort()}`
}

/** States share the orders that they have in common. */
const orderKeys = new WeakMap<Order, string>()

function toOrderKey(order: Order): string {
  const key = orderKeys.get(order) ?? Object.values(order).join('/')
  orderKeys.set(order, key)
  return key
}

function readWay(parents: Map<string, { before: string | null; by: string }>, key: string): string[] {
  const { before = null, by = '' } = parents.get(key) ?? {}
  return before === null ? [] : [...readWay(parents, before), by]
}
