/** A student who buys a class, moves to another date of it, gets a part back and cancels, over servers of which any may be killed. */
import type { Acknowledged } from './lost.ts'
import { type Actor, buy, cancel, move, refundPart } from './order-scenarios.ts'

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
