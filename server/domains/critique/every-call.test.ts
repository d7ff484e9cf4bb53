import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { critiqueEndpoints } from '#contract/critique.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import type { UserRow } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { buildForm, handIn, joinClass, PIN, submitting, takePicture } from '../../../testing/critique.ts'
import type { RequestOptions, Visitor } from '../../../testing/visitor.ts'
import { briefs, versions } from './critique.table.ts'

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const STATES = [
  ...(['draft remark', 'released', 'ended enrolment', 'deleted account'] as const),
  ...(['former instructor', 'withdrawn class', 'past due', 'unfinished upload', 'deleted author'] as const),
] as const
type State = (typeof STATES)[number]

/** Creates a picture in a state with a remark of its instructor, and everyone who may try to see it. */
async function makeScene(state: State) {
  const at = await submitting(application)
  const { insertedId: pictureId, versionId } = await handIn(at.student, at.submissionId)
  const { insertedId: remarkId } = await at.instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
  if (state !== 'draft remark') await at.instructor.call(api.releaseCritique, at.ofSubmission)
  const classmate = (await joinClass(application, at)).student
  const admin = await application.signedIn('admin')
  const stranger = await application.signedIn('student')
  const other = await application.signedIn('instructor')
  await enter(state, { ...at, versionId, admin })
  const people = { student: at.student, instructor: at.instructor, admin, classmate, stranger, other }
  return { people, ids: { submission: at.submissionId, picture: pictureId, version: versionId, remark: remarkId } }
}

interface Subjects {
  student: Visitor & { user: UserRow }
  instructor: Visitor & { user: UserRow }
  admin: Visitor
  params: { id: string }
  briefId: string
  versionId: string
}

/** Brings a picture with a released remark into a state. */
async function enter(state: State, { student, instructor, admin, params, ...ids }: Subjects): Promise<void> {
  const { db } = application.services
  const endings: Partial<Record<State, () => Promise<unknown>>> = {
    'ended enrolment': () =>
      db
        .update(enrolments)
        .set({ endedAt: Date.now(), endReason: 'cancelled' })
        .where(eq(enrolments.userId, student.user.id)),
    'deleted account': () => admin.call(api.deleteUser, { params: { id: student.user.id } }),
    'former instructor': () => admin.call(api.makeStudent, { params: { id: instructor.user.id } }),
    'withdrawn class': () => instructor.call(api.withdrawClass, { params }),
    'past due': () =>
      db
        .update(briefs)
        .set({ dueAt: Date.now() - 1 })
        .where(eq(briefs.id, ids.briefId)),
    'unfinished upload': () => db.update(versions).set({ ready: false }).where(eq(versions.id, ids.versionId)),
    'deleted author': () => admin.call(api.deleteUser, { params: { id: instructor.user.id } }),
  }
  await endings[state]?.()
}

type Scene = Awaited<ReturnType<typeof makeScene>>
type Person = keyof Scene['people']

/** Permitted callers: everyone who sees the picture, its student, staff of the class, or the author of the remark. */
type May = 'see' | 'own' | 'criticize' | 'author' | 'answer'

/** Returns whether the instructor is staff no longer. */
const isFormer = (state: State) => state === 'former instructor' || state === 'deleted author'

interface PictureCall {
  may: May
  /** The rest of a valid request. */
  send?: () => RequestOptions | Promise<RequestOptions>
}

const body = (value: object) => () => ({ body: value })

/** Every call about a picture. What deletes comes last. */
const CALLS: Partial<Record<keyof typeof critiqueEndpoints, PictureCall>> = {
  getSubmission: { may: 'see' },
  getPictureFile: { may: 'see' },
  listRemarks: { may: 'see' },
  markSubmissionRead: { may: 'own' },
  changePicture: { may: 'own', send: body({ intent: 'Mine' }) },
  addPicture: { may: 'own', send: async () => buildForm(['image', await takePicture()], ['intent', 'Mine']) },
  addPictureVersion: { may: 'own', send: async () => buildForm(['image', await takePicture()]) },
  addRemark: { may: 'criticize', send: body(PIN) },
  releaseCritique: { may: 'criticize' },
  answerRemark: { may: 'answer', send: body({ text: 'Thank you.' }) },
  changeRemark: { may: 'author', send: body({ text: 'Better.' }) },
  deleteRemark: { may: 'author' },
  deletePicture: { may: 'own' },
}

const ABOUT_PICTURE = /^\/(submission|picture|version|remark)\/\{id\}/
const NEEDS_ENROLMENT = ['addPicture', 'addPictureVersion']

/** An unfinished upload shows its picture without the version. */
const ABOUT_VERSION = ['getPictureFile', 'listRemarks', 'addRemark', 'answerRemark', 'changeRemark', 'deleteRemark']

function isAllowed(name: string, { may }: PictureCall, person: Person, state: State): boolean {
  if (state === 'deleted account' || (person === 'instructor' && isFormer(state))) return false
  if (state === 'unfinished upload' && ABOUT_VERSION.includes(name)) return false
  const isStaff = person === 'instructor' || person === 'admin'
  switch (may) {
    case 'see':
      return isStaff || person === 'student'
    case 'own':
      return person === 'student'
    case 'criticize':
      return isStaff
    case 'author':
      return person === 'instructor'
    case 'answer':
      // The instructor has released it by then.
      return state === 'draft remark' ? person === 'instructor' : isStaff || person === 'student'
  }
}

/** Returns the code of a refusal, or null for a call that is allowed. */
async function ask(visitor: Visitor, scene: Scene, name: string, { send }: PictureCall): Promise<string | null> {
  const { method, path } = critiqueEndpoints[name as keyof typeof critiqueEndpoints] as Endpoint
  const [, subject = ''] = ABOUT_PICTURE.exec(path) ?? []
  const url = `/api${buildPath({ path }, { params: { id: scene.ids[subject as keyof Scene['ids']] } })}`
  const response = await visitor.request(method, url, await send?.())
  return response.statusCode < 400 ? null : response.json().code
}

function expectCode(name: string, call: PictureCall, person: Person, state: State): string | null {
  const isDeleted = { 'deleted account': 'student', 'deleted author': 'instructor' }[state as string] === person
  if (isDeleted) return 'NOT_SIGNED_IN'
  const { access } = critiqueEndpoints[name as keyof typeof critiqueEndpoints] as Endpoint
  const isStudent =
    ['student', 'classmate', 'stranger'].includes(person) || (person === 'instructor' && state === 'former instructor')
  if (access === 'staff' && isStudent) return 'NOT_ALLOWED'
  if (!isAllowed(name, call, person, state)) return 'NOT_FOUND'
  return state === 'ended enrolment' && NEEDS_ENROLMENT.includes(name) ? 'ENROLMENT_ENDED' : null
}

async function expectCodes(scene: Scene, person: Person, state: State): Promise<void> {
  const calls = Object.entries(CALLS)
  const answers: [string, string | null][] = []
  for (const [name, call] of calls) answers.push([name, await ask(scene.people[person], scene, name, call)])
  expect(answers).toEqual(calls.map(([name, call]) => [name, expectCode(name, call, person, state)]))
}

/** Asks the path of the file that `img` has, made for a person. */
async function askForFile({ people, ids }: Scene, person: Person): Promise<number> {
  const path = application.pictureLinks.create(people[person].user.id, ids.version)
  return (await application.visitor.request('GET', `${path}/100`)).statusCode
}

describe('every call about a picture', () => {
  it('is in this test', () => {
    const names = Object.entries<Endpoint>(critiqueEndpoints).filter(([, { path }]) => ABOUT_PICTURE.test(path))
    expect(Object.keys(CALLS).toSorted()).toEqual(names.map(([name]) => name).toSorted())
  })

  it.each(STATES)('is refused to all who may not see it, and without a sign-in: %s', async (state) => {
    const scene = await makeScene(state)
    for (const person of ['classmate', 'stranger', 'other'] as const) {
      expect([person, await askForFile(scene, person)]).toEqual([person, 404])
      await expectCodes(scene, person, state)
    }
    for (const [name, call] of Object.entries(CALLS))
      expect([name, await ask(application.visitor, scene, name, call)]).toEqual([name, 'NOT_SIGNED_IN'])
  })

  it.each(
    STATES.flatMap((state) => (['student', 'instructor', 'admin'] as const).map((person) => [person, state] as const)),
  )('is for %s as far as they may: %s', async (person, state) => {
    const scene = await makeScene(state)
    const isGone =
      state === 'deleted account' || state === 'unfinished upload' || (person === 'instructor' && isFormer(state))
    expect(await askForFile(scene, person)).toBe(isGone ? 404 : 200)
    await expectCodes(scene, person, state)
  })
})
