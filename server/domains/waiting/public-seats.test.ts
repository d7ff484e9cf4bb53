import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { toClassPath } from '#contract/slug.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { beginPaying } from '../../../testing/paying.ts'
import { runs } from '../classes/runs/runs.table.ts'

const application = openForThisFile()

/** Returns what everyone reads of the seats of a class: in lists, searches, its page and its structured data. */
async function readPublic(id: string) {
  const { visitor } = application
  const all = await visitor.call(api.listApprovedClasses)
  const popular = await visitor.call(api.listPopularClasses)
  const free = await visitor.call(api.listApprovedClasses, { query: { free: '1' } })
  const one = await visitor.call(api.getClass, { params: { id } })
  const page = await visitor.request('GET', toClassPath(one))
  const listed = [all, popular].map((list) => list.find(({ _id }) => _id === id))
  return {
    seats: [...listed, one].map((found) => [found?.seats, found?.runs[0]?.seats]),
    isFound: free.some(({ _id }) => _id === id),
    availability: /schema\.org\/(\w+Stock|SoldOut)/.exec(page.body)?.[1],
  }
}

const shown = (seats: number) => ({
  seats: [1, 2, 3].map(() => [seats, seats]),
  isFound: seats > 0,
  availability: seats > 0 ? 'InStock' : 'SoldOut',
})

it('while anyone waits, every public answer has no seats, also from the cache', async () => {
  const chosen = await makeClass(application.services.db, { seats: 1 })
  await beginPaying(await application.signedIn('student'), chosen)
  expect(await readPublic(chosen.id)).toEqual(shown(1))
  const student = await application.signedIn('student', { emailConfirmed: true })
  const { insertedId: id } = await student.call(api.joinWaitingList, { params: { id: chosen.runId } })
  expect(await readPublic(chosen.id)).toEqual(shown(0))
  await student.call(api.leaveWaitingList, { params: { id } })
  expect(await readPublic(chosen.id)).toEqual(shown(1))
})

it('a seat that is offered is not among those that everyone reads', async () => {
  const chosen = await makeClass(application.services.db, { seats: 1 })
  await beginPaying(await application.signedIn('student'), chosen)
  const student = await application.signedIn('student', { emailConfirmed: true })
  await student.call(api.joinWaitingList, { params: { id: chosen.runId } })
  const admin = await application.signedIn('admin')
  await admin.call(api.changeRun, { params: { id: chosen.runId }, body: { seats: 3 } })
  const [run] = await application.services.db.select().from(runs).where(eq(runs.id, chosen.runId))
  expect(run).toMatchObject({ seats: 3, held: 2, offers: 1, waiting: 0 })
  expect(await readPublic(chosen.id)).toEqual(shown(2))
})
