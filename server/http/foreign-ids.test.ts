/** Calls every endpoint that takes an id with the id of a record of others, and with ids that no record has. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { makeEnrolment } from '../../demo/factories.ts'
import { openForThisFile } from '../../testing/application.ts'
import { takePicture } from '../../testing/critique.ts'
import { createForeignRecords } from '../../testing/foreign-records.ts'
import { formWith } from '../../testing/images.ts'
import type { Visitor } from '../../testing/visitor.ts'

type Foreign = Awaited<ReturnType<typeof createForeignRecords>>
type Kind = keyof Foreign['ids']
type Name = keyof typeof api

type Body = object | ((ids: Foreign['ids']) => object)

/** The kind of record that each endpoint takes the id of, unless only admins may call it, and a body that is valid. */
const OWNED: Partial<Record<Name, [kind: Kind, body?: Body]>> = {
  getInstructorProfile: ['instructor'],
  changeInstructorProfile: ['instructor', { biography: 'Teaches.' }],
  changeClass: ['class', { className: 'Fog' }],
  listRuns: ['class'],
  listOverlaps: ['class', { sessions: [] }],
  addRun: ['class', { seats: 1, sessions: [] }],
  changeRun: ['run', { seats: 9 }],
  getMaterial: ['class'],
  changeMaterial: ['class', { text: 'Read.', links: [] }],
  addMaterialFile: ['class'],
  getEnrolledClass: ['class'],
  listStudents: ['class'],
  listRunStudents: ['run'],
  exportRunStudents: ['run'],
  emailStudents: ['class', { subject: 'Fog', text: 'Bring a coat.' }],
  recordAttendance: ['session', { attended: true }],
  moveEnrolment: ['run', ({ laterRun }) => ({ runId: laterRun })],
  getMove: ['run'],
  listAttendance: ['session'],
  listClassBriefs: ['class'],
  addBrief: ['class', { title: 'Fog', due_at: 4_000_000_000_000, count: 3 }],
  getBrief: ['brief'],
  changeBrief: ['brief', { title: 'Fog' }],
  listSubmissions: ['brief'],
  beginSubmission: ['brief'],
  getSubmission: ['submission'],
  markSubmissionRead: ['submission'],
  addPicture: ['submission'],
  changePicture: ['picture', { intent: 'Depth.' }],
  addPictureVersion: ['picture'],
  getPictureFile: ['picture'],
  listRemarks: ['version'],
  addRemark: ['version', { kind: 'note', text: 'Lovely light.' }],
  changeRemark: ['draft', { text: 'Lovely light.' }],
  answerRemark: ['remark', { text: 'Thank you.' }],
  releaseCritique: ['submission'],
  getRunCalendar: ['run'],
  listWaiting: ['run'],
  changeWaitingSeats: ['waiting', { seats: 2 }],
  offerOutOfOrder: ['waiting', { reason: 'Their request.' }],
  declineOffer: ['waiting'],
  getCartItem: ['cart'],
  getCartTerms: ['cart'],
  acceptPrice: ['cart', { price: 49.99 }],
  changeCartDate: ['cart', ({ cartRun }) => ({ runId: cartRun })],
  getOrder: ['order'],
  getVoucherPdf: ['voucher'],
  getPayment: ['payment'],
  getCancellation: ['payment'],
  returnSeat: ['payment', { on: true }],
  completeCheckout: ['order'],
  withdrawSeatLink: ['seat'],
  nameGuest: ['seat', { name: 'Grace' }],
  nameSubstitute: ['enrolment', { email: 'grace@example.test', name: 'Grace' }],
  getRunChoice: ['canceled'],
  chooseForRun: ['canceled', { choice: 'money' }],
  closeRun: ['run'],
  confirmRun: ['run'],
  cancelPayment: ['payment', {}],
  releaseHold: ['hold'],
  removeCartItem: ['selected'],
  leaveWaitingList: ['waiting'],
  revokeAccessToken: ['token'],
  deleteRemark: ['draft'],
  deletePicture: ['picture'],
  deleteBrief: ['brief'],
  deleteMaterialFile: ['file'],
  cancelRun: ['run'],
  withdrawClass: ['class'],
  getWithdrawal: ['class'],
  deleteClass: ['class'],
}

/** Endpoints for the public, and one that lets any student join. */
const PUBLIC: Name[] = ['getClass', 'getClassPage', 'getInstructorPage', 'joinWaitingList']

/** Endpoints that classmates may call as well as the owner. */
const BY_CLASSMATES: Name[] = ['getEnrolledClass', 'listClassBriefs', 'getBrief', 'beginSubmission']

/** Endpoints for users of every role that admins may call about everyone. */
const ABOUT_EVERYONE: Name[] = [
  ...(['getOrder', 'getPayment', 'getVoucherPdf', 'listClassBriefs', 'getBrief', 'getSubmission'] as const),
  ...(['getPictureFile', 'listRemarks', 'answerRemark'] as const),
]

/** Bodies for the endpoints of admins that require one. */
const ADMIN_BODIES: Partial<Record<Name, Body>> = {
  requestEmailChangeFor: () => ({ email: `${randomUUID()}@example.test` }),
  changeWebhook: { enabled: false },
  changeSlide: { title: 'Fog' },
  changeReview: { title: 'Fog' },
  changePage: { title: 'Fog' },
  changeMailing: { subject: 'Fog' },
  changeEmail: { subject: 'Fog' },
  previewEmail: { subject: 'Fog', text: 'Bring a coat.' },
  testEmailWords: { subject: 'Fog', text: 'Bring a coat.' },
  changeTerms: { name: 'Fog' },
  giveFeedback: { feedback: 'Fog' },
  grantEnrolment: { email: 'grace@example.test', reason: 'Fog' },
  moveStudent: { runId: randomUUID() },
  matchImport: {
    kind: 'users',
    columns: { email: { column: 0 }, role: { value: 'student' }, name: { column: 1 } },
    date_order: 'day-month',
  },
  changeCoupon: { value: 5 },
  grantCredit: { amount: 5, reason: 'Fog' },
  changeVoucher: { last_day: '2030-12-31' },
  voidVoucher: { reason: 'Fog' },
  markContractWithdrawal: { done: true },
  refundPayment: {},
}

/** Endpoints that find nothing to do where the record is gone or of another kind of sign-in, and say so otherwise. */
const OTHERWISE: Name[] = ['unlinkUser', 'leaveWaitingList']

const TAKING_IDS = (Object.entries(api) as [Name, Endpoint][]).filter(
  ([, { path, access }]) => /\{\w*id\}/i.test(path) && access !== 'proof',
)
const NAMES = Object.keys(OWNED) as Name[]
const WITHOUT_RECORD = [randomUUID(), 'x', 'x'.repeat(300), '9'.repeat(40)]

const application = openForThisFile({}, { choiceDays: 7 })
let foreign: Foreign
let others: Record<'student' | 'classmate' | 'instructor' | 'admin', Visitor>

beforeAll(async () => {
  foreign = await createForeignRecords(application)
  const classmate = await application.signedIn('student')
  await makeEnrolment(application.services.db, classmate.user, foreign.taught)
  const [student, instructor] = [await application.signedIn('student'), await application.signedIn('instructor')]
  others = { classmate, student, instructor, admin: await application.signedIn('admin') }
})

/** Calls an endpoint with an id, by default that of the record of others. Returns the status. */
async function callWith(caller: Visitor, name: Name, id?: string): Promise<number> {
  const endpoint: Endpoint = api[name]
  const { ids } = foreign
  const [kind = 'class', owned] = OWNED[name] ?? []
  const params = { id: id ?? String(ids[kind]), enrolmentId: String(ids.enrolment), version: '1' }
  const query = name.endsWith('Move') ? { runId: ids.laterRun } : {}
  const valid = owned ?? ADMIN_BODIES[name]
  const body = typeof valid === 'function' ? valid(ids) : valid
  const form = endpoint.upload && (await formWith(new Uint8Array(await takePicture()), { field: endpoint.upload }))
  const url = `/api${buildPath(endpoint, { params, query })}`
  return (await caller.request(endpoint.method, url, form || (body && { body }))).statusCode
}

/** Returns the others who may not know that a record exists. */
function listStrangers(name: Name): Visitor[] {
  const { student, classmate, instructor, admin } = others
  const isForAdmins = api[name].access === 'staff' || ABOUT_EVERYONE.includes(name)
  return [student, instructor, ...(BY_CLASSMATES.includes(name) ? [] : [classmate]), ...(isForAdmins ? [] : [admin])]
}

it('every endpoint that takes an id is for admins, for the public, or in the table', () => {
  const byAdmins = TAKING_IDS.flatMap(([name, { access }]) => (access === 'admin' ? [name] : []))
  expect([...byAdmins, ...PUBLIC, ...NAMES].sort()).toEqual(TAKING_IDS.map(([name]) => name).sort())
})

it.each(NAMES)('%s finds no record of others', async (name) => {
  expect(await callWith(application.visitor, name)).toBe(401)
  const statuses = await Promise.all(listStrangers(name).map((stranger) => callWith(stranger, name)))
  // A role that may make the call gets 404: the body is valid, and the record does not exist for the caller.
  expect(statuses).toContain(404)
  expect(statuses.filter((status) => status !== 403 && status !== 404)).toEqual([])
})

it.each(TAKING_IDS.filter(([name]) => !OTHERWISE.includes(name)))(
  '%s finds no record by an id that is unknown, malformed or huge',
  async (name, { access }) => {
    const caller = access === 'student' ? others.student : access === 'instructor' ? others.instructor : others.admin
    const statuses = await Promise.all(WITHOUT_RECORD.map((id) => callWith(caller, name, id)))
    expect(statuses).toEqual(WITHOUT_RECORD.map(() => 404))
  },
)

it.each(NAMES)('%s finds the record of its owner, until it is deleted', async (name) => {
  const { student, instructor } = foreign
  const statuses = [await callWith(student, name), await callWith(instructor, name)]
  expect(statuses.some((status) => [200, 400, 409].includes(status))).toBe(true)
  if (api[name].method !== 'DELETE' || !statuses.includes(200) || OTHERWISE.includes(name)) return
  expect([await callWith(student, name), await callWith(instructor, name)]).toContain(404)
})
