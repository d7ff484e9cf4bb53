/** Actions of students over servers of which any may be killed: they buy, move and cancel, or one after the other gets the only seat of a date. */
import type { Acknowledged } from './lost.ts'
import { type Actor, buy, cancel, decline, join, move, refundPart, returnSeat } from './order-scenarios.ts'

/** A class with two runs of the same price. */
export interface Course {
  classId: string
  runIds: [string, string]
}

interface Trade {
  student: Actor
  adminId: string
  course: Course
  /** The number of the server that is called first; each step calls the next one. */
  first: number
}

/** Does one step after the other until one fails, and notes what the servers have acknowledged. */
export async function trade(
  urls: string[],
  { student, adminId, course: { classId, runIds }, first }: Trade,
  acknowledged: Acknowledged,
): Promise<void> {
  const url = (step: number) => urls[(first + step) % urls.length] ?? ''
  const [from, to] = runIds
  try {
    const transactionId = await buy(url(0), student, classId, from)
    acknowledged.bought.push(transactionId)
    await move(url(1), student, from, to)
    const moved = { transactionId, runId: to }
    acknowledged.moved.push(moved)
    await refundPart(url(2), student, adminId)
    acknowledged.partlyRefunded.push(transactionId)
    if (first % 2 === 0) return
    // Once it is requested, the enrolment may end at any time.
    acknowledged.moved.splice(acknowledged.moved.indexOf(moved), 1)
    await cancel(url(3), student)
    acknowledged.refunded.push(transactionId)
  } catch {
    // The server was killed, or this call met what the kill has left.
  }
}

interface Succession {
  /** Students with confirmed addresses. */
  students: readonly Actor[]
  /** A run of one seat, whose terms give all back for a seat that is sold again, and nothing otherwise. */
  date: { classId: string; runId: string }
  first: number
}

/**
 * The first buys the only seat of a date and gives it back once it is sold again, or cancels. It is offered to the second, who waits: they take it,
 * or decline it first.
 */
export async function succeed(
  urls: string[],
  { students, date: { classId, runId }, first }: Succession,
  acknowledged: Acknowledged,
): Promise<void> {
  const url = (step: number) => urls[(first + step) % urls.length] ?? ''
  const [ada, ben] = students
  if (!ada || !ben) return
  try {
    const former = await buy(url(0), ada, classId, runId)
    acknowledged.bought.push(former)
    const entryId = await join(url(1), ben, runId)
    acknowledged.waiting.set(entryId, null)
    const isReturned = first % 4 < 2
    await (isReturned ? returnSeat(url(2), ada) : cancel(url(2), ada))
    const isDeclined = first % 3 === 0
    if (isDeclined) {
      await decline(url(3), ben, entryId)
      acknowledged.waiting.set(entryId, 'declined')
    }
    acknowledged.bought.push(await buy(url(4), ben, classId, runId))
    if (!isDeclined) acknowledged.waiting.set(entryId, 'taken')
    if (isReturned) acknowledged.refunded.push(former)
  } catch {
    // The server was killed, or this call met what the kill has left.
  }
}
