import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { handIn, handInVersion, PIN, sendPicture, submitting, takePicture } from '../../../testing/critique.ts'
import { drawTwoColors, readBytes } from '../../../testing/images.ts'
import { briefs, submissions } from './critique.table.ts'
import { readTimes } from './critique-times.ts'

const application = openForThisFile()

const HOUR = 3_600_000

type At = Awaited<ReturnType<typeof submitting>>

const readOwn = ({ student, ofSubmission }: At) => student.call(api.getSubmission, ofSubmission)

async function release({ instructor, ofSubmission }: At, versionId: string): Promise<string> {
  const { insertedId } = await instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
  await instructor.call(api.releaseCritique, ofSubmission)
  return insertedId
}

describe('a submission', () => {
  it('is open again, and not unread, when its last released remark is deleted', async () => {
    const at = await submitting(application)
    const { versionId } = await handIn(at.student, at.submissionId)
    const [first, second] = [await release(at, versionId), await release(at, versionId)]
    const remove = (id: string) => at.instructor.call(api.deleteRemark, { params: { id } })
    await remove(first)
    expect(await readOwn(at)).toMatchObject({ state: 'released', unread: true })
    await remove(second)
    expect(await readOwn(at)).toMatchObject({ state: 'open', unread: false })
    expect(await at.instructor.call(api.listCritiqueQueue)).toMatchObject([{ _id: at.submissionId, state: 'open' }])
  })

  it('is open again when its student deletes the only picture with critique', async () => {
    const at = await submitting(application)
    const { insertedId, versionId } = await handIn(at.student, at.submissionId)
    await handIn(at.student, at.submissionId)
    await release(at, versionId)
    await at.student.call(api.deletePicture, { params: { id: insertedId } })
    expect(await readOwn(at)).toMatchObject({ state: 'open', unread: false })
  })

  it('has the number of its pictures in lists: a version is none, and a deleted one no longer', async () => {
    const at = await submitting(application)
    const first = await handIn(at.student, at.submissionId)
    await handIn(at.student, at.submissionId)
    await handInVersion(at.student, first.insertedId)
    const readCounts = async () => [
      (await at.instructor.call(api.listSubmissions, at.ofBrief))[0]?.pictures,
      (await at.student.call(api.listBriefs))[0]?.submission?.pictures,
    ]
    expect(await readCounts()).toEqual([2, 2])
    await at.student.call(api.deletePicture, { params: { id: first.insertedId } })
    expect(await readCounts()).toEqual([1, 1])
  })

  it('counts an upload that began before it was due', async () => {
    const at = await submitting(application)
    const { encoder } = application.imagePipeline
    const { view } = encoder
    encoder.view = async (job) => {
      encoder.view = view
      const dueAt = Date.now()
      await application.services.db.update(briefs).set({ dueAt }).where(eq(briefs.id, at.briefId))
      await new Promise((resolve) => setTimeout(resolve, 5))
      return encoder.view(job)
    }
    await handIn(at.student, at.submissionId)
    expect(await readOwn(at)).toMatchObject({ late: false, pictures: [{ late: false }] })
    await handIn(at.student, at.submissionId)
    expect(await readOwn(at)).toMatchObject({ late: true, pictures: [{ late: false }, { late: true }] })
  })

  it('takes as many of 200 pictures that come at once as its brief does, and refuses the others in words', async () => {
    const at = await submitting(application)
    const images = await Promise.all(Array.from({ length: 200 }, () => takePicture({}, 8, 8)))
    const responses = await Promise.all(images.map((image) => sendPicture(at.student, at.submissionId, image)))
    const codes = new Set(responses.map((response) => (response.statusCode === 200 ? 'stored' : response.json().code)))
    expect([...codes].filter((code) => !['stored', 'LIMIT_REACHED', 'TOO_MANY_REQUESTS'].includes(code))).toEqual([])
    const stored = responses.filter(({ statusCode }) => statusCode === 200)
    expect(stored.length).toBeGreaterThan(0)
    const { pictures } = await readOwn(at)
    expect(pictures).toHaveLength(stored.length)
    expect((await at.instructor.call(api.listSubmissions, at.ofBrief))[0]?.pictures).toBe(stored.length)
    expect(pictures.length).toBeLessThanOrEqual(3)
  })

  it('stays whole when the encoder dies, and takes the picture again', async () => {
    const at = await submitting(application)
    const { versionId } = await handIn(at.student, at.submissionId)
    await release(at, versionId)
    const { encoder } = application.imagePipeline
    const { view } = encoder
    encoder.view = (job) => {
      encoder.view = view
      const encoding = encoder.view(job)
      // After the job is sent.
      setImmediate(() => process.kill(encoder.pid ?? 0, 'SIGKILL'))
      return encoding
    }
    const image = Buffer.from(await readBytes(drawTwoColors(4000, 3000).jpeg()))
    const refused = await sendPicture(at.student, at.submissionId, image)
    expect([refused.statusCode, refused.json().code]).toEqual([415, 'NOT_A_PICTURE'])
    application.logged.length = 0
    expect(await readOwn(at)).toMatchObject({ state: 'released', pictures: [{ versions: [{ _id: versionId }] }] })
    expect(await at.student.call(api.listRemarks, { params: { id: versionId } })).toHaveLength(1)
    await handIn(at.student, at.submissionId, image)
    expect((await readOwn(at)).pictures).toHaveLength(2)
  })
})

describe('a release', () => {
  it('beside a change of the same remark has the change, or marks it as unread', async () => {
    const at = await submitting(application)
    const { versionId } = await handIn(at.student, at.submissionId)
    for (let round = 0; round < 5; round++) {
      const body = { ...PIN, text: 'Before' }
      const { insertedId: id } = await at.instructor.call(api.addRemark, { params: { id: versionId }, body })
      await Promise.all([
        at.instructor.call(api.releaseCritique, at.ofSubmission),
        at.instructor.call(api.changeRemark, { params: { id }, body: { text: 'After' } }),
      ])
      const remarks = await at.student.call(api.listRemarks, { params: { id: versionId } })
      expect(remarks.at(-1)).toMatchObject({ text: 'After', state: 'released' })
      expect(await readOwn(at)).toMatchObject({ state: 'released', unread: true })
    }
  })
})

describe('the time to the first critique', () => {
  it('is counted in the classes of the caller, beside what the school aims for', async () => {
    const at = await submitting(application)
    const read = () => at.instructor.call(api.getCritiqueTimes)
    expect(await read()).toEqual({ target_hours: 72, first_critiques: 0, in_time: 0, median_hours: null, overdue: 0 })
    const { versionId } = await handIn(at.student, at.submissionId)
    const { db } = application.services
    const change = (values: Partial<typeof submissions.$inferInsert>) =>
      db.update(submissions).set(values).where(eq(submissions.id, at.submissionId))
    await change({ waitingSince: Date.now() - 71 * HOUR })
    const readRow = async () => (await at.instructor.call(api.listCritiqueQueue))[0]
    expect([(await read()).overdue, (await readRow())?.overdue]).toEqual([0, false])
    await change({ waitingSince: Date.now() - 73 * HOUR })
    expect([(await read()).overdue, (await readRow())?.overdue]).toEqual([1, true])
    await release(at, versionId)
    expect(await read()).toMatchObject({ first_critiques: 1, in_time: 1, median_hours: 0, overdue: 0 })
    await change({ firstCritiqueMs: 80 * HOUR })
    // A later critique is not the first.
    await release(at, versionId)
    expect(await read()).toMatchObject({ first_critiques: 1, in_time: 0, median_hours: 80 })
    const admin = await application.signedIn('admin')
    await admin.call(api.changeSchool, { body: { critique_target_hours: 96 } })
    expect(await read()).toMatchObject({ target_hours: 96, in_time: 1 })
    await admin.call(api.changeSchool, { body: { critique_target_hours: 72 } })
    const other = await application.signedIn('instructor')
    expect((await other.call(api.getCritiqueTimes)).first_critiques).toBe(0)
    const ctx = { ...application.services, actor: { ...at.instructor.user, role: 'instructor' } }
    expect((await readTimes(ctx as never, Date.now() + 31 * 24 * HOUR)).first_critiques).toBe(0)
  })
})
