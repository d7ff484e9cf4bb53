/** The verbs about runs, as in verbs.ts. */
import { expect } from 'vitest'
import { api } from '../../contract/api.ts'
import { at, countHeld, findEditRefusal, key, predictMove } from './model.ts'
import { type Do, readOutcome } from './verbs.ts'

/** Offers a seat less, or two where there was none. */
export const editSeats: Do = async (m, r, _p, c) => {
  const course = at(m.classes, c)
  const seats = course.free === 0 ? 2 : course.free - 1
  const edit = { params: { id: at(r.classes, c).runId }, body: { seats } }
  const tooFew = seats < course.free && seats < countHeld(m, c) ? 'BEING_PAID' : null
  const refused = findEditRefusal(course) ?? tooFew
  expect(await readOutcome(r.instructor.call(api.changeRun, edit))).toBe(refused ?? 'OK')
  if (!refused) course.free = seats
}

/** Moves to the other run of the class, or back. */
export const move: Do = async (m, r, p, c) => {
  const runIds = [at(r.classes, c).runId, at(r.otherRuns, c)]
  const [id = '', runId = ''] = m.moved.has(key(p, c)) ? runIds.toReversed() : runIds
  const expected = predictMove(m, p, c)
  expect(await readOutcome(at(r.people, p).call(api.moveEnrolment, { params: { id }, body: { runId } }))).toBe(expected)
}
