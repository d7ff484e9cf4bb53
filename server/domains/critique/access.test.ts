import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { handIn, joinClass, PIN, submitting, takePicture } from '../../../testing/critique.ts'
import { readCode } from '../../../testing/instructor.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { may } from './access.ts'

const application = openForThisFile()

/** Creates a picture with a released remark and a draft of its instructor, and everyone who may try to see it. */
async function makeScene() {
  const at = await submitting(application)
  const picture = await handIn(at.student, at.submissionId)
  const ofVersion = { params: { id: picture.versionId } }
  const remark = async (visitor: Visitor, text: string) =>
    (await visitor.call(api.addRemark, { ...ofVersion, body: { ...PIN, text } })).insertedId
  const released = await remark(at.instructor, 'Released')
  await at.instructor.call(api.releaseCritique, at.ofSubmission)
  const draft = await remark(at.instructor, 'Draft')
  const classmate = (await joinClass(application, at)).student
  const [stranger, other, admin] = [
    await application.signedIn('student'),
    await application.signedIn('instructor'),
    await application.signedIn('admin'),
  ]
  const people = { student: at.student, instructor: at.instructor, admin, classmate, stranger, other }
  return { ...at, ...picture, ofVersion, released, draft, people, visitor: application.visitor }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

/** Returns the status of every call that reads something of a picture. */
async function readAll(scene: Scene, visitor: Visitor): Promise<number[]> {
  const [{ file = '' } = {}] =
    (await scene.people.admin.call(api.getSubmission, scene.ofSubmission)).pictures[0]?.versions ?? []
  expect(file).toContain('/private-pictures/')
  const paths = [
    `/api/submission/${scene.submissionId}`,
    `/api/version/${scene.versionId}/remarks`,
    `/api/picture/${scene.insertedId}/file?w=100`,
    `/api/picture/${scene.insertedId}/file?w=100&version=${scene.versionId}`,
    `/api/picture/${scene.insertedId}/file`,
  ]
  return Promise.all(paths.map(async (path) => (await visitor.request('GET', path)).statusCode))
}

const [SEEN, UNSEEN] = [
  [200, 200, 200, 200, 200],
  [404, 404, 404, 404, 404],
]

describe('a picture of a student', () => {
  it('is seen by its student, the instructor of the class and admins, and does not exist for anyone else', async () => {
    const scene = await makeScene()
    for (const name of ['student', 'instructor', 'admin'] as const)
      expect([name, await readAll(scene, scene.people[name])]).toEqual([name, SEEN])
    for (const name of ['classmate', 'stranger', 'other'] as const)
      expect([name, await readAll(scene, scene.people[name])]).toEqual([name, UNSEEN])
    expect(await readAll(scene, application.visitor)).toEqual(UNSEEN.map(() => 401))
  })

  it('is in the list of what waits with a path that only its instructor and admins get', async () => {
    const { people, submissionId, student, ...scene } = await makeScene()
    const find = async (visitor: Visitor) =>
      (await visitor.call(api.listCritiqueQueue, { query: { rows: 100 } })).find(({ _id }) => _id === submissionId)
    const { versionId } = await handIn(student, submissionId)
    for (const name of ['instructor', 'admin'] as const) {
      const { file = null } = (await find(people[name])) ?? {}
      const { pictures } = await people[name].call(api.getSubmission, scene.ofSubmission)
      // Not the first one, which has critique.
      expect(pictures.at(-1)?.versions).toMatchObject([{ _id: versionId, file }])
      expect((await scene.visitor.request('GET', `${file}/480`)).statusCode).toBe(200)
    }
    expect(await find(people.other)).toBeUndefined()
    for (const name of ['student', 'classmate', 'stranger'] as const)
      expect(await readCode(people[name].call(api.listCritiqueQueue))).toBe('NOT_ALLOWED')
  })

  it('is changed by its student only', async () => {
    const scene = await makeScene()
    const ofPicture = { params: { id: scene.insertedId } }
    for (const name of ['instructor', 'admin', 'classmate', 'stranger', 'other'] as const) {
      const visitor = scene.people[name]
      expect(await readCode(visitor.call(api.changePicture, { ...ofPicture, body: { intent: 'Mine' } }))).toBe(
        'NOT_FOUND',
      )
      expect(await readCode(visitor.call(api.deletePicture, ofPicture))).toBe('NOT_FOUND')
      expect(await readCode(visitor.call(api.markSubmissionRead, scene.ofSubmission))).toBe('NOT_FOUND')
      await expect(handIn(visitor, scene.submissionId)).rejects.toThrow('NOT_FOUND')
    }
    expect(await scene.student.call(api.deletePicture, ofPicture)).toEqual({ deletedCount: 1 })
  })

  it('has drafts of remarks that exist for their author only', async () => {
    const scene = await makeScene()
    for (const [name, texts] of [
      ['student', ['Released']],
      ['admin', ['Released']],
      ['instructor', ['Released', 'Draft']],
    ] as const) {
      const all = await scene.people[name].call(api.listRemarks, scene.ofVersion)
      expect([name, all.map(({ text }) => text)]).toEqual([name, texts])
    }
    const ofDraft = { params: { id: scene.draft } }
    for (const name of ['admin', 'other'] as const) {
      const visitor = scene.people[name]
      expect(await readCode(visitor.call(api.changeRemark, { ...ofDraft, body: { text: 'x' } }))).toBe('NOT_FOUND')
      expect(await readCode(visitor.call(api.deleteRemark, ofDraft))).toBe('NOT_FOUND')
    }
    for (const name of ['student', 'admin', 'instructor', 'classmate'] as const)
      expect(await readCode(scene.people[name].call(api.answerRemark, { ...ofDraft, body: { text: 'x' } }))).toBe(
        'NOT_FOUND',
      )
    expect(await scene.people.admin.call(api.releaseCritique, scene.ofSubmission)).toEqual({ modifiedCount: 0 })
    expect(await scene.student.call(api.listRemarks, scene.ofVersion)).toHaveLength(1)
  })

  it('has remarks that staff of its class write, and that only their author changes', async () => {
    const scene = await makeScene()
    for (const [name, code] of [
      ['student', 'NOT_ALLOWED'],
      ['classmate', 'NOT_ALLOWED'],
      ['other', 'NOT_FOUND'],
    ] as const) {
      const visitor = scene.people[name]
      expect(await readCode(visitor.call(api.addRemark, { ...scene.ofVersion, body: PIN }))).toBe(code)
      expect(await readCode(visitor.call(api.releaseCritique, scene.ofSubmission))).toBe(code)
    }
    const ofReleased = { params: { id: scene.released } }
    expect(await readCode(scene.people.admin.call(api.changeRemark, { ...ofReleased, body: { text: 'x' } }))).toBe(
      'NOT_FOUND',
    )
    expect(await readCode(scene.people.admin.call(api.deleteRemark, ofReleased))).toBe('NOT_FOUND')
    for (const name of ['classmate', 'stranger', 'other'] as const)
      expect(await readCode(scene.people[name].call(api.answerRemark, { ...ofReleased, body: { text: 'x' } }))).toBe(
        'NOT_FOUND',
      )
  })

  it('stays the student’s own after the enrolment has ended, but takes no more uploads', async () => {
    const scene = await makeScene()
    await application.services.db
      .update(enrolments)
      .set({ endedAt: Date.now(), endReason: 'cancelled' })
      .where(eq(enrolments.userId, scene.student.user.id))
    expect(await readAll(scene, scene.student)).toEqual(SEEN)
    await expect(handIn(scene.student, scene.submissionId)).rejects.toThrow('ENROLMENT_ENDED')
    expect(await readAll(scene, scene.people.instructor)).toEqual(SEEN)
  })

  it('is closed to an instructor who is none any longer, also on a path that was made before', async () => {
    const scene = await makeScene()
    const shown = await scene.instructor.call(api.getSubmission, scene.ofSubmission)
    const path = `${shown.pictures[0]?.versions[0]?.file}/100`
    expect((await application.visitor.request('GET', path)).statusCode).toBe(200)
    await scene.people.admin.call(api.makeStudent, { params: { id: scene.instructor.user.id } })
    expect(await readAll(scene, scene.instructor)).toEqual(UNSEEN)
    expect((await application.visitor.request('GET', path)).statusCode).toBe(404)
  })

  it('is deleted with the account, with its files', async () => {
    const scene = await makeScene()
    const shown = await scene.student.call(api.getSubmission, scene.ofSubmission)
    const path = `${shown.pictures[0]?.versions[0]?.file}/100`
    const key = `private-${scene.versionId}/original`
    const { storage } = application.imagePipeline
    expect(await storage.get(key).then((stored) => stored?.bytes.destroy() !== undefined)).toBe(true)
    await scene.people.admin.call(api.deleteUser, { params: { id: scene.student.user.id } })
    await application.runJobs()
    expect(await readAll({ ...scene, people: { ...scene.people } }, scene.people.admin).catch(() => 'gone')).toBe(
      'gone',
    )
    expect((await application.visitor.request('GET', path)).statusCode).toBe(404)
    expect(await storage.get(key)).toBeNull()
  })
})

describe('the path of a picture', () => {
  it('is for one width of one version, is stored by no shared cache, and no other path leads to the files', async () => {
    const scene = await makeScene()
    const [version] = (await scene.student.call(api.getSubmission, scene.ofSubmission)).pictures[0]?.versions ?? []
    const path = `${version?.file}/100`
    const response = await application.visitor.request('GET', path)
    expect(response.headers).toMatchObject({ 'content-type': 'image/avif', 'cache-control': 'private, no-cache' })
    const headers = { 'if-none-match': String(response.headers.etag) }
    expect((await application.visitor.request('GET', path, { headers })).statusCode).toBe(304)
    for (const wrong of [
      path.replace(/\/100$/, ''),
      path.replace(/\/100$/, '/original'),
      path.replace(/.(?=\/100$)/, (last) => (last === 'A' ? 'B' : 'A')),
      path.replace(scene.versionId, '00000000-0000-4000-8000-000000000000'),
      `/pictures/private-${scene.versionId}/original`,
      `/pictures/private-${scene.versionId}/60.avif`,
    ])
      expect([wrong, (await application.visitor.request('GET', wrong)).statusCode]).toEqual([wrong, 404])
  })

  it('expires within two hours', () => {
    const { pictureLinks } = application
    const [userId, versionId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    const token = pictureLinks.create(userId, versionId, 1_000).split('/').at(-1) ?? ''
    expect(pictureLinks.read(token, 2_000)).toEqual({ userId, fileId: versionId })
    expect(pictureLinks.read(token, 2 * 3_600_000 + 2_000)).toBeNull()
  })
})

it('only an instructor’s role makes the teacher of a class its staff', () => {
  const owners = { student: { _id: 's' }, instructorId: 'i' }
  expect(may({ id: 's', role: 'student' }, owners)).toBe(true)
  expect(may({ id: 's', role: 'admin' }, owners)).toBe(true)
  expect(may({ id: 'i', role: 'instructor' }, owners)).toBe(true)
  expect(may({ id: 'i', role: 'student' }, owners)).toBe(false)
  expect(may({ id: 'x', role: 'instructor' }, owners)).toBe(false)
  expect(may({ id: 'x', role: 'admin' }, owners)).toBe(true)
})

it('the uploaded file goes to its student only', async () => {
  const at = await submitting(application)
  const original = await takePicture()
  const { insertedId } = await handIn(at.student, at.submissionId, original)
  const own = await at.student.request('GET', `/api/picture/${insertedId}/file`)
  expect(own.rawPayload.equals(original)).toBe(true)
  expect(own.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  const shown = await at.instructor.request('GET', `/api/picture/${insertedId}/file`)
  expect(shown.headers['content-type']).toBe('image/avif')
})
