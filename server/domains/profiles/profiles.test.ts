import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Profile } from '#contract/profiles.ts'
import { toInstructorPath, toSlug } from '#contract/slug.ts'
import { removeUnused } from '#server/domains/images/images.ts'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, upload } from '../../../testing/images.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode, PUBLIC_URL, type Visitor } from '../../../testing/visitor.ts'
import { createXmp } from '../../../testing/xmp.ts'
import { profiles } from './profiles.table.ts'

const PROFILE: Profile = {
  biography: '## The coast\n\nSince **1998**. <script>alert(1)</script>',
  portrait: '',
  links: [{ words: 'Prints', address: 'https://prints.example/ingrid' }],
}

const application = openForThisFile()

const save = (visitor: Visitor, id: string, body: object, ifMatch?: number) =>
  visitor.call(api.changeInstructorProfile, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch })
const read = (visitor: Visitor, id: string) => visitor.call(api.getInstructorProfile, { params: { id } })
const readPage = (id: string) => application.visitor.call(api.getInstructorPage, { params: { id } })

describe('the profile of an instructor', () => {
  it('is empty at first, and is then what they or an admin saved last', async () => {
    const instructor = await application.signedIn('instructor')
    const { id } = instructor.user
    expect(await read(instructor, id)).toEqual({ biography: '', portrait: '', links: [], version: 0 })
    expect(await save(instructor, id, PROFILE, 0)).toEqual({ modifiedCount: 1 })
    const admin = await application.signedIn('admin')
    expect(await save(admin, id, { biography: 'Shorter.' }, 1)).toEqual({ modifiedCount: 1 })
    expect(await read(instructor, id)).toEqual({ ...PROFILE, biography: 'Shorter.', version: 2 })
    expect(await save(instructor, id, { biography: 'Shorter.', links: PROFILE.links })).toEqual({ modifiedCount: 0 })
  })

  it('is on their page with the Markdown rendered, and leaves no script', async () => {
    const instructor = await application.signedIn('instructor')
    await save(instructor, instructor.user.id, PROFILE)
    const { profile } = await readPage(instructor.user.id)
    expect(profile.html).toMatch(/^<h4>The coast<\/h4><p>Since <strong>1998<\/strong>\./)
    expect(profile.html).not.toContain('<script')
    expect(profile).toMatchObject({ links: PROFILE.links, summary: expect.stringMatching(/^The coast Since 1998/) })
  })

  it('has its first sentence in the list of instructors, without its heading and marks, and at most 140 characters', async () => {
    const instructor = await application.signedIn('instructor')
    const { id } = instructor.user
    const readLine = async () => {
      const listed = await application.visitor.call(api.listInstructors)
      return listed.find(({ _id }) => _id === id)?.line
    }
    expect(await readLine()).toBe('')
    await save(instructor, id, { biography: 'She *walks* at night. Then she sleeps.' })
    expect(await readLine()).toBe('She walks at night.')
    await save(instructor, id, { biography: 'Dr. Ada A. Lovelace walks at night. Then she sleeps.' })
    expect(await readLine()).toBe('Dr. Ada A. Lovelace walks at night.')
    await save(instructor, id, { biography: '# The coast\n\nShe photographs it. Then she sleeps.' })
    expect(await readLine()).toBe('She photographs it.')
    await save(instructor, id, { biography: 'word '.repeat(100) })
    const line = await readLine()
    expect(line).toMatch(/^word .+ word…$/)
    expect(line?.length).toBeLessThanOrEqual(140)
  })

  it('that has changed since it was read is not overwritten, not even when it was empty', async () => {
    const instructor = await application.signedIn('instructor')
    const { id } = instructor.user
    await save(instructor, id, { biography: 'One tab' }, 0)
    expect(await catchCode(save(instructor, id, { biography: 'Another tab' }, 0))).toBe('CHANGED_MEANWHILE')
    await save(instructor, id, { biography: 'One tab, again' }, 1)
    expect(await catchCode(save(instructor, id, { biography: 'Another tab' }, 1))).toBe('CHANGED_MEANWHILE')
    expect((await read(instructor, id)).biography).toBe('One tab, again')
  })

  it('is not changed by another instructor or a student, and no one else has one', async () => {
    const { user } = await application.signedIn('instructor')
    const other = await application.signedIn('instructor')
    const student = await application.signedIn('student')
    const admin = await application.signedIn('admin')
    expect(await catchCode(save(other, user.id, PROFILE))).toBe('NOT_FOUND')
    expect(await catchCode(read(other, user.id))).toBe('NOT_FOUND')
    expect(await catchCode(save(student, student.user.id, PROFILE))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.getInstructorProfile, { params: { id: user.id } }))).toBe(
      'NOT_SIGNED_IN',
    )
    for (const id of [student.user.id, admin.user.id, 'nobody']) {
      expect(await catchCode(save(admin, id, PROFILE))).toBe('NOT_FOUND')
      expect(await catchCode(read(admin, id))).toBe('NOT_FOUND')
    }
  })

  it.each([
    ['a link with another scheme', { links: [{ words: 'Here', address: 'javascript:alert(1)' }] }],
    ['a link without a label', { links: [{ words: ' ', address: 'https://a.example' }] }],
    ['six links', { links: Array.from({ length: 6 }, () => PROFILE.links[0]) }],
    ['a portrait that is a script', { portrait: 'javascript:alert(1)' }],
    ['a portrait that was never uploaded', { portrait: `/pictures/${'0'.repeat(64)}-000000000000/1x1-x.webp` }],
    ['a biography of 5,001 characters', { biography: 'a'.repeat(5_001) }],
    ['characters that cannot be stored', { biography: 'a\0b' }],
  ])('rejects %s', async (_, body) => {
    const instructor = await application.signedIn('instructor')
    expect(await catchCode(save(instructor, instructor.user.id, body))).toBe('INVALID_INPUT')
    expect((await read(instructor, instructor.user.id)).version).toBe(0)
  })

  it('has an uploaded portrait, which is on the page and stays while it is used', async () => {
    const instructor = await application.signedIn('instructor')
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).png()))
    await save(instructor, instructor.user.id, { portrait: display_url })
    await removeUnused(application, Date.now() + 2 * 24 * 60 * 60_000)
    await application.runJobs()
    const { profile } = await readPage(instructor.user.id)
    expect((await application.visitor.request('GET', profile.portrait)).statusCode).toBe(200)
  })

  it('has a focal point for its portrait, which another portrait does not take over', async () => {
    const instructor = await application.signedIn('instructor')
    const { id } = instructor.user
    const portrait = 'https://pictures.example/ingrid.jpg'
    await save(instructor, id, { portrait, focus: '30% 20%' })
    await save(instructor, id, { biography: 'Prints.' })
    expect((await readPage(id)).profile).toMatchObject({ portrait, focus: '30% 20%' })
    const { body } = await application.visitor.request('GET', `/instructors/${toSlug(instructor.user.name)}-${id}`)
    expect(body).toContain('data-x="30" data-y="20"')
    await save(instructor, id, { portrait: 'https://pictures.example/other.jpg' })
    expect(await read(instructor, id)).not.toHaveProperty('focus')
    expect(await catchCode(save(instructor, id, { focus: '30px 20px' }))).toBe('INVALID_INPUT')
  })

  it('says who made the portrait, or the photo of the account without one', async () => {
    const instructor = await application.signedIn('instructor')
    const { id, name } = instructor.user
    const uploadBy = async (credit: string) => {
      const picture = drawTwoColors(310, 200).withXmp(createXmp({ 'photoshop:Credit': credit }))
      return (await upload(instructor, await readBytes(picture.jpeg()))).display_url
    }
    const [portrait, image] = [await uploadBy('Ada'), await uploadBy('Bo')]
    await application.services.db.update(users).set({ image }).where(eq(users.id, id))
    await save(instructor, id, { portrait })
    const readShown = async () => {
      const { body } = await application.visitor.request('GET', toInstructorPath({ _id: id, name }))
      const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
      return { line: /Photo: \w+/.exec(body)?.[0], image: JSON.parse(json)['@graph'][0].image }
    }
    const describeBy = (creditText: string, url: string) => ({
      line: `Photo: ${creditText}`,
      image: { '@type': 'ImageObject', contentUrl: `${PUBLIC_URL}${url}`, creditText },
    })
    expect(await readShown()).toEqual(describeBy('Ada', portrait))
    await save(instructor, id, { portrait: '' })
    expect(await readShown()).toEqual(describeBy('Bo', image))
    await save(instructor, id, { portrait: 'https://pictures.example/ingrid.jpg' })
    expect(await readShown()).toEqual({ line: undefined, image: 'https://pictures.example/ingrid.jpg' })
  })

  it('is in the activity log with what changed', async () => {
    const own = await openForThisTest()
    const instructor = await own.signedIn('instructor')
    await save(instructor, instructor.user.id, PROFILE)
    await save(instructor, instructor.user.id, { biography: 'New words', links: PROFILE.links })
    const [entry] = await (await own.signedIn('admin')).call(api.listActivity)
    expect(entry).toMatchObject({
      deed: 'profile_changed',
      subject: instructor.user.email,
      actor: { email: instructor.user.email },
      changes: [{ field: 'Biography', from: PROFILE.biography, to: 'New words' }],
    })
  })
})

describe('the page of an instructor', () => {
  const open = (user: { id: string; name: string }) =>
    application.visitor.request('GET', toInstructorPath({ _id: user.id, name: user.name }))

  it('has the profile in its structured data, and shows the next version at once', async () => {
    const { instructor } = await teaching(application)
    await open(instructor.user)
    await save(instructor, instructor.user.id, { ...PROFILE, biography: 'Walks **early**. </script>' })
    const { body } = await open(instructor.user)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)['@graph'][0]).toMatchObject({
      '@type': 'Person',
      description: 'Walks early.',
      sameAs: ['https://prints.example/ingrid'],
    })
    expect(body).toContain('<strong>early</strong>')
    expect(body).toContain('<meta name="description" content="Walks early.')
    expect(body).toContain('href="https://prints.example/ingrid"')
  })
})

describe('the profile of a user who is an instructor no longer', () => {
  it('is not shown while they are a student, and is as it was when they teach again', async () => {
    const instructor = await application.signedIn('instructor')
    const admin = await application.signedIn('admin')
    const params = { id: instructor.user.id }
    await save(instructor, params.id, PROFILE)
    await admin.call(api.makeStudent, { params })
    expect(await catchCode(readPage(params.id))).toBe('NOT_FOUND')
    expect(await catchCode(read(admin, params.id))).toBe('NOT_FOUND')
    expect(await catchCode(save(instructor, params.id, PROFILE))).toBe('NOT_ALLOWED')
    await admin.call(api.makeInstructor, { params })
    expect(await read(admin, params.id)).toEqual({ ...PROFILE, version: 1 })
  })

  it('is deleted with the user', async () => {
    const instructor = await application.signedIn('instructor')
    await save(instructor, instructor.user.id, PROFILE)
    await (await application.signedIn('admin')).call(api.deleteUser, { params: { id: instructor.user.id } })
    const rows = await application.services.db.select().from(profiles)
    expect(rows.filter(({ userId }) => userId === instructor.user.id)).toEqual([])
  })

  it('is part of the data that they can download', async () => {
    const instructor = await application.signedIn('instructor')
    await save(instructor, instructor.user.id, PROFILE)
    expect((await instructor.call(api.getOwnData)).instructor_profile).toEqual(PROFILE)
  })
})
