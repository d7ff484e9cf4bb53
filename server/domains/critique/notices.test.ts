import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { makeEnrolment } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { assigning, handIn, joinClass, PIN, submitting } from '../../../testing/critique.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { briefs } from './critique.table.ts'
import * as Notices from './notices.ts'

const application = openForThisFile()

const HOUR = 3_600_000

/** Sends what waits at a time, and returns the subjects of all e-mails to an address. */
async function readSubjects({ services, readEmails }: TestApplication, address: string, now = Date.now()) {
  await Notices.send(services, now)
  return (await readEmails())
    .filter(({ to }) => to?.some((recipient) => recipient.address === address))
    .map(({ subject }) => subject)
}

/** Releases a remark on a new picture of a student. */
async function criticize({ student, instructor, submissionId, ofSubmission }: Awaited<ReturnType<typeof submitting>>) {
  const { versionId } = await handIn(student, submissionId)
  const { insertedId } = await instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
  await instructor.call(api.releaseCritique, ofSubmission)
  return insertedId
}

describe('news by e-mail', () => {
  it('tells students of a new brief, of released critique, and staff of an answer', async () => {
    const at = await assigning(application)
    const student = await application.signedIn('student')
    await makeEnrolment(application.services.db, student.user, at.taught)
    const body = { title: 'Night', count: 1, due_at: Date.now() + HOUR }
    await at.instructor.call(api.addBrief, { params: at.params, body })
    expect(await readSubjects(application, student.user.email)).toEqual(['New brief: Night'])

    const scene = await submitting(application)
    const id = await criticize(scene)
    expect(await readSubjects(application, scene.student.user.email)).toEqual(['New critique: Fog'])
    await scene.student.call(api.answerRemark, { params: { id }, body: { text: 'Thank you.' } })
    expect(await readSubjects(application, scene.instructor.user.email)).toEqual([
      `${scene.student.user.name} has answered you: Fog`,
    ])
  })

  it('tells the instructor of an answer where the author of the remark no longer teaches the class', async () => {
    const scene = await submitting(application)
    const id = await criticize(scene)
    const successor = await application.signedIn('instructor')
    const { db } = application.services
    await db.update(classes).set({ instructorId: successor.user.id }).where(eq(classes.id, scene.taught.id))
    await scene.student.call(api.answerRemark, { params: { id }, body: { text: 'Thank you.' } })
    expect(await readSubjects(application, scene.instructor.user.email)).toEqual([])
    expect(await readSubjects(application, successor.user.email)).toEqual([
      `${scene.student.user.name} has answered you: Fog`,
    ])
  })

  it('is at most one e-mail an hour, in which all that came since stands once', async () => {
    const scene = await submitting(application)
    const { email } = scene.student.user
    await criticize(scene)
    expect(await readSubjects(application, email)).toHaveLength(1)
    await criticize(scene)
    await criticize(scene)
    const body = { title: 'Rain', count: 1, due_at: Date.now() + HOUR }
    await scene.instructor.call(api.addBrief, { params: scene.params, body })
    expect(await readSubjects(application, email, Date.now() + HOUR / 2)).toHaveLength(1)
    const later = Date.now() + 2 * HOUR
    const subjects = await readSubjects(application, email, later)
    expect(subjects).toEqual(['New critique: Fog', 'News about your briefs and critique'])
    expect(await readSubjects(application, email, later + 2 * HOUR)).toHaveLength(2)
    const digest = (await application.readEmails()).find(
      ({ subject, to }) => subject?.startsWith('News') && to?.[0]?.address === email,
    )
    expect(digest?.text?.match(/New critique/g)).toHaveLength(1)
    expect(digest?.text).toContain('New brief: Rain')
  })

  it('is not sent about critique that was read before', async () => {
    const scene = await submitting(application)
    await criticize(scene)
    await scene.student.call(api.markSubmissionRead, scene.ofSubmission)
    expect(await readSubjects(application, scene.student.user.email)).toEqual([])
  })

  it('reminds once those who have not handed in a picture a day before', async () => {
    const scene = await submitting(application, { due_at: Date.now() + 48 * HOUR })
    const idle = await joinClass(application, scene)
    await handIn(scene.student, scene.submissionId)
    const now = Date.now() + 30 * HOUR
    await Notices.remind(application.services, Date.now())
    expect(await readSubjects(application, idle.student.user.email)).toEqual([])
    await Notices.remind(application.services, now)
    await Notices.remind(application.services, now)
    expect(await readSubjects(application, idle.student.user.email)).toEqual(['Due tomorrow: Fog'])
    expect(await readSubjects(application, scene.student.user.email)).toEqual([])
    const { db } = application.services
    const [brief] = await db.select().from(briefs).where(eq(briefs.id, scene.briefId))
    expect(brief?.remindedAt).toBe(now)
  })

  it('tells the instructor once that a student has handed in pictures, unless they have got critique since', async () => {
    const scene = await submitting(application, { count: 9 })
    const { instructor, student, submissionId } = scene
    const read = (now?: number) => readSubjects(application, instructor.user.email, now)
    const subject = `${student.user.name} has handed in pictures: Fog`
    await handIn(student, submissionId)
    await handIn(student, submissionId)
    expect(await read()).toEqual([subject])
    const mail = (await application.readEmails()).findLast(({ to }) => to?.[0]?.address === instructor.user.email)
    expect(mail?.text).toContain(`/dashboard/submission/${submissionId}`)
    expect(await read(Date.now() + 2 * HOUR)).toEqual([subject])
    await criticize(scene)
    await handIn(student, submissionId)
    expect(await read(Date.now() + 4 * HOUR)).toEqual([subject, subject])
    const swift = await submitting(application)
    await criticize(swift)
    expect(await readSubjects(application, swift.instructor.user.email)).toEqual([])
  })

  it('is switched off in the profile, and on again', async () => {
    const scene = await submitting(application)
    const { student, instructor } = scene
    expect(await student.call(api.getCritiqueSettings)).toEqual({ emails: true })
    const change = (emails: boolean) => student.call(api.changeCritiqueSettings, { body: { emails } })
    expect(await change(false)).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.getCritiqueSettings)).toEqual({ emails: false })
    expect((await student.call(api.getOwnData)).critique).toEqual({ emails: false })
    expect(await instructor.call(api.getCritiqueSettings)).toEqual({ emails: true })
    await criticize(scene)
    expect(await readSubjects(application, student.user.email)).toEqual([])
    await change(true)
    const later = Date.now() + 2 * HOUR
    expect(await readSubjects(application, student.user.email, later)).toEqual([])
    await criticize(scene)
    expect(await readSubjects(application, student.user.email, later)).toEqual(['New critique: Fog'])
    expect(await catchCode(application.visitor.call(api.getCritiqueSettings))).toBe('NOT_SIGNED_IN')
  })

  it('ends with the account', async () => {
    const scene = await submitting(application)
    await criticize(scene)
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: scene.student.user.id } })
    const subjects = await readSubjects(application, scene.student.user.email)
    expect(subjects).not.toContain('New critique: Fog')
  })
})
