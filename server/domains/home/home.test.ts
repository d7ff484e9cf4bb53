import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewReview, NewSlide, ReviewChange, SlideChange } from '#contract/home.ts'
import { MAX_SLIDES } from '#contract/values/limits.ts'
import { slides } from '#server/domains/home/home.table.ts'
import { makeEnrolment } from '../../../demo/factories.ts'
import imageUrls from '../../../demo/pictures/addresses.json' with { type: 'json' }
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { drawTwoColors, drawWide, readBytes, send } from '../../../testing/images.ts'
import { readCode, teaching } from '../../../testing/instructor.ts'
import { catchCode, catchError, PUBLIC_URL, parseResponse, type Visitor } from '../../../testing/visitor.ts'
import { createXmp, inDefaultLanguage } from '../../../testing/xmp.ts'

const IMG = imageUrls['night-harbour']
const NO_IMG = `/pictures/${'0'.repeat(64)}-000000000000/1x1-x.webp`

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const slide = (title: string, more: Partial<NewSlide> = {}): NewSlide => {
  return { img: IMG, title, description: 'By the sea', published: true, ...more }
}
const review = (title: string, more: Partial<NewReview> = {}): NewReview => {
  return { title, description: 'I learned to wait.', image_url: '', role: '', consent: '', published: true, ...more }
}
const addSlide = async (body: NewSlide, by = admin) => (await by.call(api.addSlide, { body })).insertedId
const addReview = async (body: NewReview) => (await admin.call(api.addReview, { body })).insertedId
const changeSlide = (id: string, body: SlideChange, ifMatch?: number) =>
  admin.call(api.changeSlide, { params: { id }, body }, { ifMatch })
const changeReview = (id: string, body: ReviewChange, ifMatch?: number) =>
  admin.call(api.changeReview, { params: { id }, body }, { ifMatch })
const readHome = async (from = application) => (await from.visitor.request('GET', '/')).body

describe('slides', () => {
  it('show on the cached home page at once, drafts never, in their order', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    expect(await readHome(own)).not.toContain('aria-roledescription="carousel"')
    await addSlide(slide('One'), owner)
    const two = await addSlide(slide('Two'), owner)
    await addSlide(slide('Draft', { published: false }), owner)
    await addSlide(slide('First of all', { position: 0 }), owner)
    const titles = async () => (await own.visitor.call(api.listSlides)).map(({ title }) => title)
    expect(await titles()).toEqual(['First of all', 'One', 'Two'])
    const page = await readHome(own)
    expect(page).toContain('First of all')
    expect(page).not.toContain('Draft')
    await owner.call(api.changeSlide, { params: { id: two }, body: { position: 0, title: 'Second' } })
    expect(await titles()).toEqual(['Second', 'First of all', 'One'])
    expect((await owner.call(api.listManagedSlides)).map(({ title }) => title)).toContain('Draft')
    expect(await owner.call(api.deleteSlide, { params: { id: two } })).toEqual({ deletedCount: 1 })
    expect(await readHome(own)).not.toContain('Second')
    expect(await catchCode(owner.call(api.deleteSlide, { params: { id: two } }))).toBe('NOT_FOUND')
  })

  it('are changed from the version that was read only; moving others does not count', async () => {
    const id = await addSlide(slide('Versioned'))
    const read = async () => (await admin.call(api.listManagedSlides)).find(({ _id }) => _id === id)
    const version = (await read())?.version
    await addSlide(slide('Before it', { position: 0 }))
    expect(await changeSlide(id, { title: 'Mine' }, version)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(changeSlide(id, { title: 'Theirs' }, version))).toBe('CHANGED_MEANWHILE')
    expect(await changeSlide(id, { title: 'Mine', published: true })).toEqual({ modifiedCount: 0 })
    expect(await read()).toMatchObject({ title: 'Mine' })
  })

  it('keep one order when two admins move them at the same time', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const ids: string[] = []
    for (const title of ['A', 'B', 'C', 'D']) ids.push(await addSlide(slide(title), owner))
    const move = (id: string, position: number) => owner.call(api.changeSlide, { params: { id }, body: { position } })
    await Promise.all(ids.map((id, index) => move(id, 3 - index)))
    const titles = (await owner.call(api.listManagedSlides)).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['A', 'B', 'C', 'D'])
    const rows = await own.services.db.select({ position: slides.position }).from(slides)
    expect(rows.map(({ position }) => position).toSorted()).toEqual([0, 1, 2, 3])
    await move(ids[0] ?? '', 99)
    expect((await owner.call(api.listManagedSlides)).at(-1)?.title).toBe('A')
  })

  it('are limited in number', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    for (let number = 1; number < MAX_SLIDES; number++) await addSlide(slide(`${number}`), owner)
    const codes = await Promise.all(['A', 'B', 'C', 'D'].map((title) => readCode(addSlide(slide(title), owner))))
    expect(codes.toSorted()).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED', null])
  })

  it('are added at the end, also after one was deleted', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const [first] = [await addSlide(slide('A'), owner), await addSlide(slide('B'), owner)]
    await addSlide(slide('C'), owner)
    await owner.call(api.deleteSlide, { params: { id: first } })
    for (const title of ['D', 'E', 'F', 'G']) await addSlide(slide(title), owner)
    const titles = (await owner.call(api.listManagedSlides)).map(({ title }) => title)
    expect(titles).toEqual(['B', 'C', 'D', 'E', 'F', 'G'])
  })

  it.each<[string, Partial<NewSlide>]>([
    ['a blank title', { title: ' ' }],
    ['a title of two lines', { title: 'One\nTwo' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['a description that is too long', { description: 'x'.repeat(501) }],
    ['a picture that is a script', { img: 'javascript:alert(1)' }],
    ['a picture that was never uploaded', { img: NO_IMG }],
    ['a place before the first', { position: -1 }],
  ])('are refused with %s', async (_, fields) => {
    const { code, message } = await catchError(addSlide(slide('Wrong', fields)))
    expect([code, message.split(':')[0]]).toEqual(['INVALID_INPUT', Object.keys(fields)[0]])
    const id = await addSlide(slide('Right'))
    expect(await catchCode(changeSlide(id, fields))).toBe('INVALID_INPUT')
    await admin.call(api.deleteSlide, { params: { id } })
  })

  it('may have a focal point, until there is another picture', async () => {
    const id = await addSlide(slide('Focused', { focus: '0% 100%' }))
    const readFocus = async () =>
      (await application.visitor.call(api.listSlides)).find(({ title }) => title === 'Focused')?.focus
    expect(await readFocus()).toBe('0% 100%')
    expect(await readHome()).toContain('data-x="0" data-y="100"')
    await changeSlide(id, { description: 'By the lake', img: IMG })
    expect(await readFocus()).toBe('0% 100%')
    await changeSlide(id, { img: imageUrls['storm-sea'] })
    expect(await readFocus()).toBeUndefined()
    expect(await catchCode(changeSlide(id, { focus: 'top left' }))).toBe('INVALID_INPUT')
    await admin.call(api.deleteSlide, { params: { id } })
  })

  it('may have an uploaded picture', async () => {
    const bytes = await readBytes(drawTwoColors(600, 400).jpeg())
    const response = await send(admin, bytes, { path: '/api/school/images' })
    const img = parseResponse<{ data: { display_url: string } }>(response).data.display_url
    const id = await addSlide(slide('Uploaded', { img }))
    expect((await admin.call(api.listManagedSlides)).find(({ _id }) => _id === id)).toMatchObject({ img })
  })

  it('say who made their pictures and under which license, in words and in structured data', async () => {
    const picture = drawTwoColors(310, 200).withXmp(
      createXmp({
        'dc:creator': '<rdf:Seq><rdf:li>Ada Müller</rdf:li></rdf:Seq>',
        'dc:rights': inDefaultLanguage('© Müller &lt;!-- &amp;'),
        'xmpRights:WebStatement': 'https://creativecommons.org/licenses/by/4.0/',
        'plus:Licensor':
          '<rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>https://prints.example/</plus:LicensorURL></rdf:li></rdf:Seq>',
      }),
    )
    const response = await send(admin, await readBytes(picture.jpeg()), { path: '/api/school/images' })
    const img = parseResponse<{ data: { display_url: string } }>(response).data.display_url
    const id = await addSlide(slide('Credited', { img }))
    const body = await readHome()
    expect(body).toContain('Photo: Ada Müller · © Müller &lt;!-- &amp;')
    expect(body).toContain('<a href="https://prints.example/" rel="license nofollow noopener"')
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)['@graph'].slice(2)).toEqual([
      {
        '@type': 'ImageObject',
        contentUrl: `${PUBLIC_URL}${img}`,
        creator: [{ '@type': 'Person', name: 'Ada Müller' }],
        copyrightNotice: '© Müller <!-- &',
        license: 'https://creativecommons.org/licenses/by/4.0/',
        acquireLicensePage: 'https://prints.example/',
      },
    ])
    await changeSlide(id, { published: false })
    expect(await readHome()).not.toContain('Ada Müller')
    await admin.call(api.deleteSlide, { params: { id } })
  })

  it('offer a picture in Display P3 to screens that show it', async () => {
    expect(await readHome()).not.toContain('color-gamut')
    const response = await send(admin, await drawWide(400, 300), { path: '/api/school/images' })
    const img = parseResponse<{ data: { display_url: string } }>(response).data.display_url
    const id = await addSlide(slide('Wide', { img }))
    const home = await readHome()
    expect(home).toMatch(/<source type="image\/avif" srcSet="[^"]*\/400-p3\.avif 400w"/)
    expect(home).toMatch(
      /<source type="image\/webp" media="\(color-gamut: p3\) and [^"]*" srcSet="[^"]*\/400-p3\.webp"/,
    )
    await admin.call(api.deleteSlide, { params: { id } })
  })
})

describe('reviews', () => {
  it('show on the cached home page at once, drafts and consent never', async () => {
    expect(await readHome()).not.toContain('Testimonials')
    const id = await addReview(review('Hanne', { role: 'Student of Fog', consent: 'by e-mail, 3 May' }))
    await addReview(review('Draft', { published: false }))
    const [shown, ...others] = await application.visitor.call(api.listReviews)
    expect(shown).toEqual({
      ...{ id, title: 'Hanne', role: 'Student of Fog', image_url: '' },
      description: 'I learned to wait.',
    })
    expect(others).toEqual([])
    const page = await readHome()
    expect(page).toContain('Testimonials')
    expect(page).toContain('Hanne')
    expect(page).not.toContain('3 May')
    expect(await changeReview(id, { published: false })).toEqual({ modifiedCount: 1 })
    expect(await readHome()).not.toContain('Testimonials')
    expect(await admin.call(api.deleteReview, { params: { id } })).toEqual({ deletedCount: 1 })
    expect(await catchCode(admin.call(api.deleteReview, { params: { id } }))).toBe('NOT_FOUND')
  })

  it('need a title and a text only', async () => {
    const body = { title: 'Ada', description: 'Good.' } as NewReview
    const { insertedId } = await admin.call(api.addReview, { body })
    expect((await admin.call(api.listManagedReviews)).find(({ _id }) => _id === insertedId)).toMatchObject({
      ...{ image_url: '', role: '', consent: '', published: true },
    })
  })

  it('are changed from the version that was read only', async () => {
    const id = await addReview(review('Versioned'))
    expect(await changeReview(id, { role: 'Student' }, 1)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(changeReview(id, { role: 'Teacher' }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await changeReview(id, { role: 'Student' })).toEqual({ modifiedCount: 0 })
  })

  it.each<[string, Partial<NewReview>]>([
    ['a blank title', { title: '' }],
    ['a blank text', { description: ' ' }],
    ['a text that is too long', { description: 'x'.repeat(2001) }],
    ['a picture that is a script', { image_url: 'javascript:alert(1)' }],
    ['a picture that was never uploaded', { image_url: NO_IMG }],
    ['a role that is too long', { role: 'x'.repeat(201) }],
    ['a consent that is too long', { consent: 'x'.repeat(501) }],
  ])('are refused with %s', async (_, fields) => {
    const { code, message } = await catchError(addReview(review('Wrong', fields)))
    expect([code, message.split(':')[0]]).toEqual(['INVALID_INPUT', Object.keys(fields)[0]])
    const id = await addReview(review('Right'))
    expect(await catchCode(changeReview(id, fields))).toBe('INVALID_INPUT')
  })
})

describe('a review of a student', () => {
  const enrolled = async () => {
    const { taught, params } = await teaching(application)
    const student = await application.signedIn('student', { name: 'Agnes Varda' })
    await makeEnrolment(application.services.db, student.user, taught)
    const [enrolment] = await admin.call(api.listStudents, { params, query: {} })
    return { student, enrolmentId: enrolment?._id ?? '' }
  }
  const add = (more: Partial<NewReview>) => admin.call(api.addReview, { body: review('Agnes Varda', more) })
  const find = async (id: string) => (await admin.call(api.listManagedReviews)).find(({ _id }) => _id === id)

  it('is published only with a consent, also when it was a draft before', async () => {
    const { enrolmentId } = await enrolled()
    expect((await catchError(add({ enrolmentId }))).message).toContain('consent')
    const { insertedId: id } = await add({ enrolmentId, published: false })
    expect(await find(id)).toMatchObject({ ofStudent: true, published: false })
    const change = (body: ReviewChange) => admin.call(api.changeReview, { params: { id }, body })
    expect(await catchCode(change({ published: true }))).toBe('INVALID_INPUT')
    expect(await change({ published: true, consent: 'Agreed on November 23, 2026' })).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change({ consent: '' }))).toBe('INVALID_INPUT')
  })

  it('needs no consent without a student, and gets one with a student who is chosen later', async () => {
    const { insertedId: id } = await add({})
    const { enrolmentId } = await enrolled()
    const change = (body: ReviewChange) => admin.call(api.changeReview, { params: { id }, body })
    expect(await catchCode(change({ enrolmentId }))).toBe('INVALID_INPUT')
    await change({ enrolmentId, consent: 'By e-mail' })
    expect(await find(id)).toMatchObject({ ofStudent: true, consent: 'By e-mail' })
  })

  it('is not made for an unknown enrolment or a student who has left', async () => {
    const { enrolmentId, student } = await enrolled()
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    for (const unknown of [enrolmentId, crypto.randomUUID(), 'nobody'])
      expect(await catchCode(add({ enrolmentId: unknown, consent: 'yes' }))).toBe('INVALID_INPUT')
  })

  it('is in the data that the student can download, and a draft when they leave', async () => {
    const { enrolmentId, student } = await enrolled()
    const { insertedId: id } = await add({ enrolmentId, consent: 'By letter' })
    const { reviews } = await student.call(api.getOwnData)
    expect(reviews).toEqual([
      { title: 'Agnes Varda', description: 'I learned to wait.', consent: 'By letter', published: true },
    ])
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    expect(await find(id)).toMatchObject({ ofStudent: false, published: false, consent: 'By letter' })
    expect((await application.visitor.call(api.listReviews)).map((one) => one.id)).not.toContain(id)
  })
})

describe('the content of the home page', () => {
  it('is changed by admins only', async () => {
    const params = { id: await addSlide(slide('Mine')) }
    for (const role of ['student', 'instructor'] as const) {
      const { call } = await application.signedIn(role)
      const calls = [
        () => call(api.listManagedSlides),
        () => call(api.addSlide, { body: slide('Theirs') }),
        () => call(api.changeSlide, { params, body: { title: 'Theirs' } }),
        () => call(api.deleteSlide, { params }),
        () => call(api.listManagedReviews),
        () => call(api.addReview, { body: review('Theirs') }),
        () => call(api.changeReview, { params, body: { title: 'Theirs' } }),
        () => call(api.deleteReview, { params }),
      ]
      for (const refused of calls) expect(await catchCode(refused())).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(application.visitor.call(api.listManagedReviews))).toBe('NOT_SIGNED_IN')
  })

  it('is logged with each change, without names of persons', async () => {
    const id = await addReview(review('Nora Berg', { description: 'A long day by the sea.' }))
    await changeReview(id, { title: 'Nora B.', published: false })
    const slideId = await addSlide(slide('Logged'))
    await changeSlide(slideId, { title: 'Logged twice' })
    await admin.call(api.deleteSlide, { params: { id: slideId } })
    const entries = await admin.call(api.listActivity, { query: { page: 1, rows: 5 } })
    expect(entries.map(({ deed, subject }) => [deed, subject])).toEqual([
      ['slide_deleted', 'Logged twice'],
      ['slide_changed', 'Logged'],
      ['slide_added', 'Logged'],
      ['review_changed', 'A long day by the sea.'],
      ['review_added', 'A long day by the sea.'],
    ])
    expect(entries[1]?.changes).toEqual([{ field: 'Title', from: 'Logged', to: 'Logged twice' }])
    expect(entries[3]?.changes).toEqual([{ field: 'Published', from: 'yes', to: 'no' }])
    expect(JSON.stringify(entries)).not.toContain('Nora')
  })
})
