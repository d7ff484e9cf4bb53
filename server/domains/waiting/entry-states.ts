/** The states of entries. Every change of a state is one of these transitions, under the lock of the run. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { WaitingState } from '#contract/waiting.ts'
import { changeSeats } from '#server/domains/classes/runs/seats.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type EntryRow, isWaiting, waitingEntries } from './waiting.table.ts'

interface Transition {
  from: readonly WaitingState[]
  to: WaitingState
}

/** On the last day a seat may be taken without an offer. */
export const TRANSITIONS = {
  offer: { from: ['waiting'], to: 'offered' },
  take: { from: ['waiting', 'offered'], to: 'taken' },
  decline: { from: ['offered'], to: 'declined' },
  expire: { from: ['offered'], to: 'expired' },
  leave: { from: ['waiting', 'offered'], to: 'left' },
  close: { from: ['waiting', 'offered'], to: 'closed' },
} as const satisfies Record<string, Transition>

type Step = keyof typeof TRANSITIONS

/**
 * Applies a transition to the entries of a locked run that match a filter, and counts their seats. Returns them as they were. The seats of an
 * offer are free then, unless a checkout holds them: those the caller frees.
 */
export async function transitionEntries(
  tx: Transaction,
  step: Step,
  { runId, filter }: { runId: string; filter?: SQL | undefined },
  values: Partial<Pick<EntryRow, 'listPriceMinor' | 'offeredAt' | 'offeredUntil' | 'notice'>> = {},
): Promise<EntryRow[]> {
  const { from, to } = TRANSITIONS[step]
  const isReady = and(eq(waitingEntries.runId, runId), inArray(waitingEntries.state, [...from]), filter)
  const rows = await tx.select().from(waitingEntries).where(isReady)
  if (rows.length === 0) return []
  const held = to === 'offered' ? { heldSeats: sql`${waitingEntries.seats}` } : { heldSeats: 0, endedAt: Date.now() }
  const isRow = inArray(
    waitingEntries.id,
    rows.map(({ id }) => id),
  )
  await tx
    .update(waitingEntries)
    .set({ state: to, ...held, ...values })
    .where(rows.length > MAX_LISTED ? isReady : isRow)
  await changeSeats(tx, runId, countSeats(rows, to), { waitingLeast: selectLeast(runId) })
  return rows
}

/** Selects the smallest number of seats that an entry of a run waits for, as the run stores it. */
export function selectLeast(runId: string): SQL {
  return sql`(select min(${waitingEntries.seats}) from ${waitingEntries} where ${eq(waitingEntries.runId, runId)} and ${isWaiting})`
}

/** Beyond this number, rows are found by their filter again: the lock of the run keeps others from changing them. */
const MAX_LISTED = 100

function countSeats(rows: EntryRow[], to: WaitingState) {
  const sum = (count: (row: EntryRow) => number) => rows.reduce((all, row) => all + count(row), 0)
  const offered = to === 'offered' ? sum(({ seats }) => seats) : 0
  return {
    waiting: -sum(({ state }) => (state === 'waiting' ? 1 : 0)),
    offers: offered - sum(({ state, seats }) => (state === 'offered' ? seats : 0)),
    held: offered - sum(({ heldSeats }) => heldSeats),
  }
}
