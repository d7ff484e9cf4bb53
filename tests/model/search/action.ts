/** A durable step, and how it changes the orders of a school. */
import type { Order, School, Transitions } from './school.ts'

export interface Action {
  /** The verb of server/domains/payments that does it, as `file#function`; null for the card provider. */
  verb: string | null
  /** A job does it, so that it is no longer possible once the school has come to rest. */
  isJob?: boolean
  /** Returns the states that can follow. */
  act(school: School, transitions: Transitions): School[]
}

/** Changes one order where it can be changed. */
export function onOrder(
  change: (order: Order, school: School, transitions: Transitions) => School | null,
): Action['act'] {
  return (school, transitions) => school.orders.flatMap((order) => change(order, school, transitions) ?? [])
}

/** Returns the school with an order that has changed. */
export function update(school: School, order: Order, changes: Partial<Order>, seats = school.seats): School {
  const orders = school.orders.map((other) => (other === order ? { ...order, ...changes } : other))
  return { ...school, seats, orders }
}

export const addSeats = (seats: number[], run: number | null, more: number) =>
  seats.map((free, other) => (other === run ? free + more : free))

/** Whether the money of an order bought nothing, and is still here. */
export const hasNoRefund = ({ payment, refund }: Order) => payment !== null && refund === null
