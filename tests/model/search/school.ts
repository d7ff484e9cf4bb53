/** One class with two runs of one seat each, two students, and their orders: what the database and the card provider hold. */
import { ATTEMPT, PAYMENT, REFUND, type StateMachine } from '../../../server/domains/payments/state-machine.ts'

export const STUDENTS = [0, 1] as const
export const RUNS = [0, 1] as const
/** Seats that each run has at first. */
export const SEATS = 1

export interface Order {
  student: number
  run: number
  attempt: string
  /** The intent at the provider. A student who has not received its secret cannot pay. */
  intent: 'none' | 'open' | 'canceled' | 'succeeded'
  payment: string | null
  refund: string | null
  /** The run whose seat the payment has bought. */
  enrolledIn: number | null
  /** Whether the provider has returned the money. */
  isReturned: boolean
  isDisputed: boolean
}

export interface School {
  /** Seats of each run that nobody is enrolled in. Open attempts hold some of them. */
  seats: number[]
  isCanceled: boolean[]
  isWithdrawn: boolean
  orders: Order[]
}

export const EMPTY: School = {
  seats: RUNS.map(() => SEATS),
  isCanceled: RUNS.map(() => false),
  isWithdrawn: false,
  orders: [],
}

export const MACHINES = { attempt: ATTEMPT, payment: PAYMENT, refund: REFUND } as const satisfies Record<
  string,
  StateMachine
>
export type Kind = keyof typeof MACHINES

/** Follows the transitions of the code, and notes which were taken. */
export class Transitions {
  readonly taken = new Set<string>()

  /** Returns the state where a machine starts. */
  begin(kind: Kind, state: string): string {
    this.taken.add(`${kind}: [*] to ${state}`)
    return state
  }

  /** Returns the state after a transition. @throws Error where the table does not allow it */
  step(kind: Kind, name: string, from: string | null): string {
    const machine: StateMachine = MACHINES[kind]
    const transition = machine.transitions[name]
    if (from === null || !transition?.from.includes(from)) throw new Error(`${kind} cannot ${name} from ${from}`)
    const { to } = transition
    this.taken.add(`${kind}: ${from} to ${to} by ${name}`)
    return to
  }
}

/** Lists what `Transitions` notes for every transition of the tables. */
export function listTransitions(): string[] {
  return Object.entries<StateMachine>(MACHINES).flatMap(([kind, { initial, transitions }]) => [
    ...initial.map((state) => `${kind}: [*] to ${state.in}`),
    ...Object.entries(transitions).flatMap(([name, { from, to }]) =>
      from.map((state) => `${kind}: ${state} to ${to} by ${name}`),
    ),
  ])
}

export const isOpen = ({ attempt }: Order) => attempt === 'open'

/** Whether a run is on offer. */
export const isOffered = ({ isWithdrawn, isCanceled }: School, run: number) => !isWithdrawn && !isCanceled[run]

export const countHolds = ({ orders }: School, run: number) =>
  orders.filter((order) => isOpen(order) && order.run === run).length

/** Seats that are neither sold nor held. */
export const countFree = (school: School, run: number) => (school.seats[run] ?? 0) - countHolds(school, run)

export const isEnrolled = ({ orders }: School, student: number) =>
  orders.some((order) => order.student === student && order.enrolledIn !== null)
