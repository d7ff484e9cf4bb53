/** A small school whose people and classes have private texts, to find them in responses to others. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { api } from '../../contract/api.ts'
import type { Role } from '../../contract/users.ts'
import { type ClassRow, makeClass, makeEnrolment, type UserRow } from '../../demo/factories.ts'
import { cartItems } from '../../server/domains/cart/cart.table.ts'
import { payments } from '../../server/domains/payments/payments.table.ts'
import type { TestApplication } from '../application.ts'
import { Member } from '../member.ts'
import { beginPaying } from '../paying.ts'

/** Makes requests: a visitor, a user with a token, or a member who has the cookie of the identity provider as well. */
export interface Caller {
  name: string
  user: UserRow | null
  headers: Record<string, string>
}

/** A private text, the users who may read it, and whether all users of a role may. */
export interface Secret {
  text: string
  readers: string[]
  roles: Role[]
  /** Requests may publish it: by a new role of the person, or by the approval of the class. */
  publishedWith: { user?: UserRow; classId?: string }
}

export interface FuzzSchool {
  callers: Caller[]
  ids: string[]
  emails: string[]
  transactionIds: string[]
  secrets: Secret[]
}

/** Returns a text that occurs nowhere else. */
const makeSecret = (what: string) => `${what}-${randomBytes(8).toString('hex')}`

/** Creates two users of each role, a member, and for the instructors classes that are live, pending and denied. */
export async function createFuzzSchool(application: TestApplication): Promise<FuzzSchool> {
  const secrets: Secret[] = []
  const keep: Keep = (text, readers, roles = [], publishedWith = {}) => {
    secrets.push({ text, readers: readers.map(({ id }) => id), roles, publishedWith })
    return text
  }
  const callers: Caller[] = [{ name: 'visitor', user: null, headers: {} }]
  const students: UserRow[] = []
  const instructors: UserRow[] = []
  for (const role of ['student', 'student', 'instructor', 'instructor', 'admin', 'admin'] as const) {
    const { user } = await application.signedIn(role, { name: makeSecret('name') })
    const headers = { authorization: `Bearer ${await application.tokens.issue(user.id, Date.now())}` }
    callers.push({ name: `${role} ${callers.length}`, user, headers })
    if (role === 'student') students.push(user)
    if (role === 'instructor') instructors.push(user)
    if (role === 'admin') for (const text of [user.name, user.email]) keep(text, [user], ['admin'], { user })
  }
  callers.push(await createMember(application), await createProgram(application, students[0]))
  const classes: ClassRow[] = []
  const transactionIds: string[] = []
  for (const [index, instructor] of instructors.entries()) {
    const student = students[index]
    if (!student) throw new Error('each instructor teaches a student')
    const taught = await createClasses(application, instructor, student, keep)
    classes.push(...taught)
    const [payment] = await application.services.db.select().from(payments).where(eq(payments.userId, student.id))
    transactionIds.push(keep(payment?.transactionId ?? '', [student], ['admin']))
    for (const text of [student.name, student.email]) keep(text, [student, instructor], ['admin'], { user: student })
  }
  const users = callers.flatMap(({ user }) => (user ? [user] : []))
  return {
    callers,
    ids: [...users.map(({ id }) => id), ...classes.map(({ id }) => id), ...(await listOtherIds(application))],
    emails: users.map(({ email }) => email),
    transactionIds,
    secrets,
  }
}

type Keep = (text: string, readers: UserRow[], roles?: Role[], publishedWith?: Secret['publishedWith']) => string

/** Creates an instructor's classes. The student has bought the first, and is paying for the second. */
async function createClasses(
  application: TestApplication,
  instructor: UserRow,
  student: UserRow,
  keep: Keep,
): Promise<ClassRow[]> {
  const { db } = application.services
  const own = { instructorId: instructor.id, seats: 1000 }
  const live = await makeClass(db, own)
  await makeEnrolment(db, student, live)
  const visitor = application.visitor.as(await application.tokens.issue(instructor.id, Date.now()))
  const material = { text: keep(makeSecret('material'), [instructor, student], ['admin']), links: [] }
  await visitor.call(api.changeMaterial, { params: { id: live.id }, body: material })
  const held = await makeClass(db, own)
  const { clientSecret } = await beginPaying(
    application.visitor.as(await application.tokens.issue(student.id, Date.now())),
    held,
  )
  keep(clientSecret, [student])
  const name = makeSecret('pending')
  const feedback = keep(makeSecret('feedback'), [instructor], ['admin'])
  const pending = await makeClass(db, { ...own, name, status: 'pending' })
  keep(name, [instructor], ['admin'], { classId: pending.id })
  const denied = await makeClass(db, { ...own, status: 'deny', feedback })
  return [live, held, pending, denied]
}

/** Returns a student who has registered at the identity provider. */
async function createMember(application: TestApplication): Promise<Caller> {
  const member = await new Member(application, `${makeSecret('member')}@example.test`).register()
  const { jwtToken } = (await member.exchange()).json()
  const user = await application.visitor.as(jwtToken).call(api.getUser, { params: { email: member.email } })
  const row = { id: user._id, email: user.email, name: user.name, role: user.role } as UserRow
  return { name: 'member', user: row, headers: { cookie: member.cookie, authorization: `Bearer ${jwtToken}` } }
}

async function listOtherIds({ services: { db } }: TestApplication): Promise<string[]> {
  const items = await db.select({ id: cartItems.id }).from(cartItems)
  const paid = await db.select({ id: payments.id }).from(payments)
  return [...items, ...paid].map(({ id }) => id).concat(randomUUID())
}

/** Returns a program with an access token of a user, for some of the calls that their role may make. */
async function createProgram(application: TestApplication, user: UserRow | undefined): Promise<Caller> {
  if (!user) throw new Error('a program acts for a user')
  const owner = application.visitor.as(await application.tokens.issue(user.id, Date.now()))
  const body = { name: 'Program', scopes: ['cart:write', 'payments:read', 'users:read', 'enrolments:read'], days: 1 }
  const { token } = await owner.call(api.createAccessToken, { body })
  return { name: 'program', user, headers: { authorization: `Bearer ${token}` } }
}
