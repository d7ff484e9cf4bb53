import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { ForeignClient } from './client.ts'

interface SchoolClass {
  _id: string
  className: string
  classImage: string
  instructorName: string
  instructorEmail: string
  price: number
  seats: number
  runs: { seats: number }[]
  status: string
  feedback: string
  enroll: number
}

const START_MS = 60_000
const PASSWORD = 'Demo@2019'
const PHOTO = 'https://photos.example/ada.jpg'

let dataDir: string
let server: ServerProcess
let host: string
let [student, instructor, admin]: ForeignClient[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-foreign-'))
  server = startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, { isVerbose: true })
  host = await server.url
}, START_MS)
afterAll(async () => {
  await stopServerProcess(server)
  await rm(dataDir, { recursive: true })
})

async function signIn(role: string): Promise<ForeignClient> {
  const client = new ForeignClient(host)
  await client.signIn(`${role}@demo.school`, PASSWORD)
  return client
}

describe('a client that was written from the published API', () => {
  it('shows a visitor the home page, the classes and the instructors', async () => {
    const visitor = new ForeignClient(host)
    const [slide] = await visitor.call<{ img: string; title: string; description: string }[]>('GET', '/sliders')
    expect((await fetch(slide?.img ?? '')).status).toBe(200)
    expect(await visitor.call<SchoolClass[]>('GET', '/all-classes-sort')).toHaveLength(6)
    expect(await visitor.call<object[]>('GET', '/instructor/class-sort')).toHaveLength(6)
    expect((await visitor.call<object[]>('GET', '/reviews')).length).toBeGreaterThan(0)
    expect((await visitor.call<object[]>('GET', '/instructors')).length).toBeGreaterThan(0)
    const classes = await visitor.call<SchoolClass[]>('GET', '/all-classes')
    expect(classes.every(({ status }) => status === 'approve')).toBe(true)
    expect((await fetch(classes[0]?.classImage ?? '')).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('registers a student, who selects a class, pays for it and is enrolled', async () => {
    student = new ForeignClient(host)
    const person = { name: 'Ada Foreign', email: 'ada@foreign.example', password: 'Secret@2019' }
    const { body } = await student.register(person, PHOTO)
    expect(body.insertedId).toEqual(expect.any(String))
    const query = `email=${student.email}`
    const user = await student.call<object>('GET', `/user/${student.email}`)
    expect(user).toMatchObject({ name: 'Ada Foreign', image: PHOTO, role: 'student', student: { student: true } })

    const classes = await student.call<SchoolClass[]>('GET', '/all-classes')
    const chosen = classes.find(({ seats }) => seats > 1) as SchoolClass
    const { _id: classId, className, classImage, price, runs } = chosen
    // Without a run in the selection, the student gets the earliest one with a free seat.
    const earliest = runs.find(({ seats }) => seats > 0)?.seats ?? 0
    const selection = { classId, className, classImage, userEmail: student.email, price, created_at: Date.now() }
    const { insertedId: cartId } = await student.call<{ insertedId: string }>('POST', '/cart/class', selection)
    expect(await student.call('GET', `/cart?${query}`)).toMatchObject([{ _id: cartId, className, classImage, price }])
    expect(await student.call('GET', `/cart/${cartId}`)).toMatchObject({ classId })
    expect((await student.send('POST', '/cart/class', selection)).status).toBe(409)

    const { clientSecret } = await student.call<{ clientSecret: string }>('POST', '/create-payment-intent', { price })
    expect(await student.payByCard(clientSecret)).toBe('succeeded')
    const payment = {
      email: student.email,
      name: person.name,
      transactionId: clientSecret.split('_secret_')[0],
      price,
      cartId,
      classId,
      classImage,
      className,
      status: 'pending',
      created_at: Date.now(),
    }
    const { paymentResult } = await student.call<{ paymentResult: { insertedId: string } }>(
      'POST',
      '/payments',
      payment,
    )
    expect(paymentResult.insertedId).toEqual(expect.any(String))
    expect(await student.call('GET', `/payments?${query}`)).toMatchObject([
      { transactionId: payment.transactionId, className, price },
    ])
    expect(await student.call('GET', `/enroll/classes/?${query}`)).toMatchObject([{ className, seats: earliest - 1 }])
    expect(await student.call('GET', `/cart?${query}`)).toEqual([])
  })

  it('removes a selected class', async () => {
    const classes = await student?.call<SchoolClass[]>('GET', '/all-classes')
    const other = classes?.filter(({ seats }) => seats > 1).at(-1) as SchoolClass
    const body = { ...other, classId: other._id, userEmail: student?.email }
    const { insertedId } = (await student?.call<{ insertedId: string }>('POST', '/cart/class', body)) ?? {}
    // It has sent the free seats of the class, and wants one.
    expect(await student?.call('GET', `/cart/${insertedId}`)).toMatchObject({ price: other.price, total: other.price })
    expect(await student?.call('DELETE', `/cart/${insertedId}`)).toEqual({ deletedCount: 1 })
  })

  it('signs a student in with a third party and again, and changes the profile', async () => {
    const client = new ForeignClient(host)
    const email = 'vera@foreign.example'
    expect((await client.signInWithThirdParty(email, 'Vera Lind')).body.insertedId).toEqual(expect.any(String))
    expect(await client.call('GET', `/user/${email}`)).toMatchObject({ name: 'Vera Lind', role: 'student' })
    await client.updateProfile('Vera Berg', PHOTO)
    await client.signOut()
    const again = new ForeignClient(host)
    expect((await again.signInWithThirdParty(email, 'Vera Lind')).body.insertedId).toBeNull()
    expect(await again.call('GET', `/cart?email=${email}`)).toEqual([])
  })

  it('adds, edits and deletes classes of an instructor', async () => {
    instructor = await signIn('instructor')
    expect(await instructor.call('GET', `/cart?email=${instructor.email}`)).toEqual([])
    const user = await instructor.call<{ name: string; image: string }>('GET', `/user/${instructor.email}`)
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const added = {
      className: 'Tides of Glass',
      classImage: await instructor.upload(new Uint8Array(bytes)),
      instructorEmail: instructor.email,
      instructorName: user.name,
      instructorImage: user.image,
      seats: 4,
      price: 49.99,
      status: 'pending',
      feedback: 'no feedback',
      enroll: 0,
      created_at: Date.now(),
    }
    const { insertedId } = await instructor.call<{ insertedId: string }>('POST', '/class/add', added)
    const changes = { className: 'Tides of Ice', price: 59.5, seats: 3, classImage: added.classImage }
    expect(await instructor.call('PATCH', `/class/${insertedId}`, changes)).toEqual({ modifiedCount: 1 })
    expect(await instructor.call('GET', `/class/${insertedId}`)).toMatchObject({ ...changes, status: 'pending' })
    const [newest] = await instructor.call<SchoolClass[]>('GET', `/classes/${instructor.email}`)
    expect(newest).toMatchObject({ _id: insertedId, ...changes })

    const second = await instructor.call<{ insertedId: string }>('POST', '/class/add', added)
    expect(await instructor.call('DELETE', `/class/${second.insertedId}`)).toEqual({ deletedCount: 1 })
    const third = { ...added, className: 'Tides of Sand' }
    await instructor.call('POST', '/class/add', third)
  })

  it('decides on classes and manages users as an admin', async () => {
    admin = await signIn('admin')
    expect(await admin.call('GET', `/cart?email=${admin.email}`)).toEqual([])
    const [unwanted, newest] = await admin.call<SchoolClass[]>('GET', '/classes')
    const id = newest?._id
    expect([unwanted?.className, newest?.className]).toEqual(['Tides of Sand', 'Tides of Ice'])
    expect(await admin.call('PATCH', `/status/deny/${unwanted?._id}`)).toEqual({ modifiedCount: 1 })
    expect(await instructor?.call('GET', `/class/${unwanted?._id}`)).toMatchObject({ status: 'deny' })
    expect(await admin.call('PATCH', `/feedback/${id}`, { feedback: 'Lovely.' })).toEqual({ modifiedCount: 1 })
    expect(await admin.call('PATCH', `/status/approve/${id}`)).toEqual({ modifiedCount: 1 })
    expect(await admin.call('PATCH', `/status/deny/${id}`)).toEqual({ modifiedCount: 0 })

    const users = await admin.call<{ _id: string; email: string; role: string }[]>('GET', '/users')
    const { _id } = users.find(({ email }) => email === 'ada@foreign.example') ?? {}
    expect(await admin.call('PATCH', `/user/instructor/${_id}`)).toEqual({ modifiedCount: 1 })
    expect((await admin.send('PATCH', `/user/admin/${_id}`)).status, 'an unconfirmed address').toBe(409)
    const confirmed = users.find(({ email }) => email === 'vera@foreign.example')
    expect(await admin.call('PATCH', `/user/admin/${confirmed?._id}`)).toEqual({ modifiedCount: 1 })
    expect(await admin.call('DELETE', `/user/${_id}`)).toEqual({ deletedCount: 1 })
    expect((await student?.send('GET', `/user/${student.email}`))?.status).toBe(401)
  })

  it('is refused what its role may not do, and everything after signing out', async () => {
    expect((await instructor?.send('GET', '/users'))?.status).toBe(403)
    expect((await admin?.send('POST', '/class/add', {}))?.status).toBe(403)
    await admin?.signOut()
    expect((await admin?.send('GET', '/users'))?.status).toBe(401)
  })
})
