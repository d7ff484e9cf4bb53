import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ClassChange } from '#contract/classes.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { teaching } from '../../../../testing/instructor.ts'
import { readSeats } from '../../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../../testing/paying.ts'
import { catchCode } from '../../../../testing/visitor.ts'

const application = openForThisFile()

const IMAGE = 'https://pictures.example/fog.jpg'
const NEW = { className: 'Fog', classImage: IMAGE, seats: 8, price: 49.99 }

describe('adding a class', () => {
  it('keeps how its picture was made, until the instructor clears it, and refuses a text that is too long', async () => {
    const instructor = await application.signedIn('instructor')
    const exposure = 'ISO 100 · f/8 · 1/125 s · 06:40'
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, exposure: ` ${exposure} ` } })
    const read = () => instructor.call(api.getClass, { params: { id } })
    expect(await read()).toMatchObject({ exposure })
    const tooLong = instructor.call(api.changeClass, { params: { id }, body: { exposure: 'f'.repeat(81) } })
    expect(await catchCode(tooLong)).toBe('INVALID_INPUT')
    await instructor.call(api.changeClass, { params: { id }, body: { exposure: '' } })
    expect(await read()).not.toHaveProperty('exposure')
  })

  it('keeps the focal point, the alternative text and the caption of its picture, until there is another picture', async () => {
    const instructor = await application.signedIn('instructor')
    const about = { focus: '30% 60%', alt: 'A pier in fog', caption: 'The pier at dawn' }
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, ...about } })
    const read = () => instructor.call(api.getClass, { params: { id } })
    const change = (body: ClassChange) => instructor.call(api.changeClass, { params: { id }, body })
    await change({ className: 'Fog again', classImage: IMAGE })
    expect(await read()).toMatchObject(about)
    await change({ classImage: 'https://pictures.example/pier.jpg', alt: 'A pier' })
    const { focus, alt, caption } = await read()
    expect({ focus, alt, caption }).toEqual({ focus: undefined, alt: 'A pier', caption: undefined })
  })

  it('has up to two further pictures, each with its point and its text, until there is another one or none', async () => {
    const instructor = await application.signedIn('instructor')
    const second = { classImage2: IMAGE, focus2: '30% 60%', alt2: 'A pier in fog' }
    const third = { classImage3: 'https://pictures.example/gull.jpg', alt3: 'A gull' }
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, ...second, ...third } })
    const read = () => instructor.call(api.getClass, { params: { id } })
    const change = (body: ClassChange) => instructor.call(api.changeClass, { params: { id }, body })
    expect(await read()).toMatchObject({ ...second, ...third })
    const [listed] = await instructor.call(api.listClassesOfInstructor, {
      params: { instructorEmail: instructor.user.email },
    })
    expect(listed).not.toHaveProperty('classImage2')
    expect(await change({ className: 'Fog again', classImage2: IMAGE })).toEqual({ modifiedCount: 1 })
    expect(await read()).toMatchObject(second)
    await change({ classImage2: 'https://pictures.example/pier.jpg', classImage3: '' })
    const { classImage2, focus2, alt2, classImage3, alt3 } = await read()
    expect([classImage2, focus2, alt2, classImage3, alt3]).toEqual([
      'https://pictures.example/pier.jpg',
      ...Array(4).fill(undefined),
    ])
  })

  it.each([
    ['a script as its second picture', { classImage2: 'javascript:alert(1)' }],
    [
      'a second picture that was never uploaded',
      { classImage2: `/pictures/${'0'.repeat(64)}-000000000000/1x1-x.webp` },
    ],
    ['a third picture that was never uploaded', { classImage3: `/pictures/${'0'.repeat(64)}-000000000000/1x1-x.webp` }],
    ['a point of the second picture outside it', { classImage2: IMAGE, focus2: '101% 0%' }],
    ['a text of the third picture that is too long', { classImage3: IMAGE, alt3: 'x'.repeat(501) }],
  ])('is refused with %s, as is the change', async (_, further) => {
    const instructor = await application.signedIn('instructor')
    const body = { ...NEW, ...further }
    expect(await catchCode(instructor.call(api.addClass, { body }))).toBe('INVALID_INPUT')
    const { insertedId: id } = await instructor.call(api.addClass, { body: NEW })
    expect(await catchCode(instructor.call(api.changeClass, { params: { id }, body: further }))).toBe('INVALID_INPUT')
    const other = await application.signedIn('instructor')
    const foreign = other.call(api.changeClass, { params: { id }, body: { classImage2: IMAGE } })
    expect(await catchCode(foreign)).toBe('NOT_FOUND')
  })

  it.each([
    ['a focal point outside it', { focus: '101% 0%' }],
    ['a focal point that is a style', { focus: '30% 60%;color:red' }],
    ['an alternative text of two lines', { alt: 'A\npier' }],
    ['an alternative text that is too long', { alt: 'x'.repeat(501) }],
    ['a caption that is too long', { caption: 'x'.repeat(501) }],
  ])('refuses a picture with %s', async (_, about) => {
    const instructor = await application.signedIn('instructor')
    expect(await catchCode(instructor.call(api.addClass, { body: { ...NEW, ...about } }))).toBe('INVALID_INPUT')
  })

  it('takes the instructor from the user record, and creates it pending, without feedback or enrolments', async () => {
    const instructor = await application.signedIn('instructor', {
      name: 'Ada',
      image: 'https://pictures.example/ada.jpg',
    })
    const forged = { status: 'approve', enroll: 99, feedback: 'Great', instructorEmail: 'x@y.test', created_at: 1 }
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, ...forged } })
    expect(await instructor.call(api.getClass, { params: { id } })).toEqual({
      ...NEW,
      _id: id,
      instructorName: 'Ada',
      instructorImage: 'https://pictures.example/ada.jpg',
      instructorEmail: instructor.user.email,
      instructorId: instructor.user.id,
      status: 'pending',
      feedback: 'no feedback',
      enroll: 0,
      runs: [
        {
          _id: expect.any(String),
          ...{ starts: null, ends: null, last_moment_clock: null, decide_clock: null },
          ...{ starts_at: null, ends_at: null, time_zone: null, place: null, online: false, link: null },
          ...{ price: NEW.price, own_price: null, seats: NEW.seats, enroll: 0, last_moment: null, sessions: [] },
          ...{ minimum: null, decide_at: null, confirmed_at: null, version: 1 },
          ...{ offers: 0, waiting: 0 },
        },
      ],
      created_at: expect.closeTo(Date.now(), -5),
      slug: 'fog',
      terms_id: null,
      level: 'any',
      description: '',
      bring: '',
      outcome: '',
      version: 1,
    })
    expect(await catchCode(application.visitor.call(api.getClass, { params: { id } }))).toBe('NOT_FOUND')
  })

  it('takes its level and the texts of its page, with line feeds and without spaces around them', async () => {
    const instructor = await application.signedIn('instructor')
    const texts = { description: '# Fog\r\n\r\nBring\ttime. ', bring: ' A tripod', outcome: 'Three prints' }
    const { insertedId: id } = await instructor.call(api.addClass, { body: { ...NEW, ...texts, level: 'beginner' } })
    expect(await instructor.call(api.getClass, { params: { id } })).toMatchObject({
      level: 'beginner',
      description: '# Fog\n\nBring\ttime.',
      bring: 'A tripod',
      outcome: 'Three prints',
    })
  })

  it.each([
    ['a blank name', { className: '  ' }],
    ['no name', { className: undefined }],
    ['no image', { classImage: undefined }],
    ['a script as the image', { classImage: 'javascript:alert(1)' }],
    ['an unknown image of our own', { classImage: '/pictures/none/640.webp' }],
    ['a path of our own that is no image', { classImage: '/dashboard' }],
    ['half a seat', { seats: 1.5 }],
    ['a negative number of seats', { seats: -1 }],
    ['too many seats', { seats: 10_001 }],
    ['a price below the minimum charge', { price: 0.49 }],
    ['a price in thousandths', { price: 9.999 }],
    ['a price above the maximum charge', { price: 1_000_000 }],
    ['a price as text', { price: '49' }],
    ['an unknown level', { level: 'expert' }],
    ['a description of more than 5,000 characters', { description: 'x'.repeat(5001) }],
    ['a long list of what to bring', { bring: 'x'.repeat(2001) }],
    ['a long outcome', { outcome: 'x'.repeat(2001) }],
    ['control characters in a text', { description: 'a\u0007b' }],
  ])('rejects %s', async (_, invalid) => {
    const instructor = await application.signedIn('instructor')
    const call = instructor.call(api.addClass, { body: { ...NEW, ...invalid } as typeof NEW })
    expect(await catchCode(call)).toBe('INVALID_INPUT')
  })
})

describe('changing a class', () => {
  it('changes only the fields that are sent, of those that can change', async () => {
    const { instructor, taught, params } = await teaching(application, { enroll: 3 })
    const forged = {
      status: 'deny',
      enroll: 0,
      instructorEmail: 'x@y.test',
      feedback: 'Fine',
      created_at: 1,
      offered: 1,
    }
    const body = { className: 'Renamed', seats: 4, ...forged }
    expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getClass, { params })).toMatchObject({
      className: 'Renamed',
      classImage: taught.image,
      price: 49.99,
      seats: 4,
      enroll: 3,
      status: 'approve',
      instructorEmail: instructor.user.email,
      feedback: 'no feedback',
      created_at: taught.createdAt,
    })
    expect(await readSeats(application, taught)).toEqual({ seats: 4, enroll: 3 })
  })

  it('changes level and texts, records both, and leaves the texts out of lists', async () => {
    const { instructor, taught, params } = await teaching(application, { description: 'Fog.', bring: 'Boots' })
    const body = { level: 'advanced', description: 'Fog and rain.' } as const
    expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 0 })
    expect(await application.visitor.call(api.getClass, { params })).toMatchObject({ ...body, bring: 'Boots' })
    const admin = await application.signedIn('admin')
    const [entry] = await admin.call(api.listActivity, { query: { q: taught.name } })
    expect(entry?.changes).toEqual([
      { field: 'Level', from: 'All levels', to: 'Advanced' },
      { field: 'Description', from: 'Fog.', to: 'Fog and rain.' },
    ])
    const listed = (await application.visitor.call(api.listApprovedClasses)).find(({ _id }) => _id === taught.id)
    expect(listed).toMatchObject({ level: 'advanced', slug: expect.any(String) })
    expect(listed).not.toHaveProperty('description')
  })

  it('is visible to visitors at once', async () => {
    const { instructor, params } = await teaching(application)
    await application.visitor.call(api.listApprovedClasses)
    await instructor.call(api.changeClass, { params, body: { className: 'New on the Wall' } })
    expect(JSON.stringify(await application.visitor.call(api.listApprovedClasses))).toContain('New on the Wall')
  })

  it('returns 0 where nothing differs', async () => {
    const { instructor, taught, params, price } = await teaching(application)
    const { name: className, image: classImage, seats } = taught
    for (const body of [{}, { className, classImage, seats, price }])
      expect(await instructor.call(api.changeClass, { params, body })).toEqual({ modifiedCount: 0 })
  })

  it.each([
    { className: ' ' },
    { seats: -1 },
    { seats: 2.5 },
    { price: 0.1 },
    { price: -5 },
    { classImage: '//x.example' },
    { classImage: '/pictures/none/640.webp' },
    { level: 'expert' as never },
    { description: 'a\u0000b' },
  ])('rejects %j, and leaves the class unchanged', async (body) => {
    const { instructor, params } = await teaching(application)
    const before = await instructor.call(api.getClass, { params })
    expect(await catchCode(instructor.call(api.changeClass, { params, body }))).toBe('INVALID_INPUT')
    expect(await instructor.call(api.getClass, { params })).toEqual(before)
  })

  it('is for its own instructor only', async () => {
    const { params } = await teaching(application)
    const body = { className: 'Mine now' }
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.changeClass, { params, body }))).toBe('NOT_FOUND')
    expect(await catchCode(other.call(api.deleteClass, { params }))).toBe('NOT_FOUND')
    const admin = await application.signedIn('admin')
    expect(await catchCode(admin.call(api.changeClass, { params, body }))).toBe('NOT_ALLOWED')
  })

  it('makes a denied class pending again, and keeps the status of any other', async () => {
    const afterEdit = async (status: 'pending' | 'approve' | 'deny') => {
      const { instructor, params } = await teaching(application, { status })
      await instructor.call(api.changeClass, { params, body: { className: 'Better' } })
      return (await instructor.call(api.getClass, { params })).status
    }
    expect([await afterEdit('pending'), await afterEdit('approve'), await afterEdit('deny')]).toEqual([
      'pending',
      'approve',
      'pending',
    ])
  })

  it('is refused once it is withdrawn', async () => {
    const { instructor, params } = await teaching(application)
    await instructor.call(api.withdrawClass, { params })
    const body = { className: 'Back again' }
    expect(await catchCode(instructor.call(api.changeClass, { params, body }))).toBe('CLASS_WITHDRAWN')
  })
})

describe('deleting a class', () => {
  it('removes it from lists, carts and its own page', async () => {
    const { instructor, taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    await student.call(api.selectClass, { body: { classId: taught.id } })
    expect(await instructor.call(api.deleteClass, { params })).toEqual({ deletedCount: 1 })
    expect(await catchCode(instructor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    const own = { instructorEmail: instructor.user.email }
    expect(await instructor.call(api.listClassesOfInstructor, { params: own })).toEqual([])
    expect(JSON.stringify(await application.visitor.call(api.listApprovedClasses))).not.toContain(taught.id)
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
    expect(await catchCode(student.call(api.selectClass, { body: { classId: taught.id } }))).toBe('NOT_FOUND')
    expect(await catchCode(instructor.call(api.deleteClass, { params }))).toBe('NOT_FOUND')
  })

  it('is refused while a student is enrolled, and possible after the refund', async () => {
    const { instructor, taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    await buy(student, taught)
    expect(await catchCode(instructor.call(api.deleteClass, { params }))).toBe('CLASS_HAS_STUDENTS')
    const query = { email: student.user.email }
    const [payment] = await student.call(api.listPayments, { query })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await instructor.call(api.deleteClass, { params })).toEqual({ deletedCount: 1 })
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ className: taught.name }])
  })

  it('is refused while a student is paying for a seat', async () => {
    const { instructor, taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    const { clientSecret } = await beginPaying(student, taught)
    expect(await catchCode(instructor.call(api.deleteClass, { params }))).toBe('BEING_PAID')
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readSeats(application, taught)).toEqual({ seats: 9, enroll: 1 })
  })
})
