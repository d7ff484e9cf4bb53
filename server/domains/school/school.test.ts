import { beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { UploadedImage } from '#contract/images.ts'
import type { SchoolChange } from '#contract/school.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { makeCoupon } from '../../../testing/coupons.ts'
import { drawTwoColors, readBytes, send } from '../../../testing/images.ts'
import { catchCode, catchError, parseResponse, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile({ SCHOOL_NAME: 'Light & Lens', SCHOOL_ADDRESS: 'Quay 1' })
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const change = (body: SchoolChange, ifMatch?: number) => admin.call(api.changeSchool, { body }, { ifMatch })
const read = () => admin.call(api.getSchool)

describe('what the school says about itself', () => {
  it('is that of the environment until an admin changes it; other fields stay', async () => {
    const own = await openForThisTest({ SCHOOL_NAME: 'Of the Environment', SCHOOL_EMAIL: 'env@school.example' })
    const owner = await own.signedIn('admin')
    expect(await owner.call(api.getSchool)).toMatchObject({ name: 'Of the Environment', accent: null, version: 1 })
    expect(await owner.call(api.changeSchool, { body: { name: 'Of the Owner' } })).toEqual({ modifiedCount: 1 })
    expect(await owner.call(api.getSchool)).toMatchObject({
      name: 'Of the Owner',
      email: 'env@school.example',
      version: 2,
    })
  })

  it('says whether its currency is fixed: there is a class, whose price is stored without one', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    expect((await owner.call(api.getSchool)).currency_fixed).toBe(false)
    await makeClass(own.services.db, { status: 'pending' })
    expect((await owner.call(api.getSchool)).currency_fixed).toBe(true)
    expect(await catchCode(owner.call(api.changeSchool, { body: { currency: 'eur' } }))).toBe('CURRENCY_FIXED')
  })

  it('keeps its currency while it has a coupon of an amount, or credit', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const change = (currency: string) => catchCode(owner.call(api.changeSchool, { body: { currency } }))
    await makeCoupon(owner)
    expect((await owner.call(api.getSchool)).currency_fixed).toBe(false)
    const { id } = await makeCoupon(owner, { kind: 'amount', value: 5 })
    expect(await change('eur')).toBe('CURRENCY_FIXED')
    await owner.call(api.deleteCoupon, { params: { id } })
    expect((await owner.call(api.getSchool)).currency_fixed).toBe(false)
    const student = await own.signedIn('student')
    await owner.call(api.grantCredit, { params: { id: student.user.id }, body: { amount: 5, reason: 'Goodwill' } })
    expect(await change('eur')).toBe('CURRENCY_FIXED')
  })

  it('names itself where it has no name', async () => {
    expect((await catchError(change({ name: ' ' }))).message).toBe('name: School name is required')
  })

  it('is changed by nothing that is equal', async () => {
    const before = await read()
    const { version, ...same } = before
    expect(await change(same)).toEqual({ modifiedCount: 0 })
    expect((await read()).version).toBe(version)
  })

  it('is read with the next save, where a saved change could not be read', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    vi.spyOn(own.services.school, 'refresh').mockRejectedValueOnce(new Error('no connection'))
    const close = () => owner.call(api.changeSchool, { body: { sign_up: 'invitation' } })
    expect(await catchCode(close())).toBe('INTERNAL')
    expect(own.services.school.current.sign_up).toBe('open')
    expect(await close()).toEqual({ modifiedCount: 0 })
    expect(own.services.school.current.sign_up).toBe('invitation')
  })

  it('is changed from the version that was read only', async () => {
    const { version } = await read()
    expect(await change({ phone: '+47 55 00 00 01' }, version)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change({ phone: '+47 55 00 00 02' }, version))).toBe('CHANGED_MEANWHILE')
    expect((await read()).phone).toBe('+47 55 00 00 01')
  })

  it('is of one of two admins who save the same version at the same time', async () => {
    const { version } = await read()
    const saved = await Promise.allSettled(['1', '2', '3'].map((n) => change({ phone: `+47 ${n}` }, version)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is for admins', async () => {
    for (const role of ['student', 'instructor'] as const) {
      const { call } = await application.signedIn(role)
      expect(await catchCode(call(api.getSchool))).toBe('NOT_ALLOWED')
      expect(await catchCode(call(api.changeSchool, { body: { name: 'Mine' } }))).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(application.visitor.call(api.changeSchool, { body: {} }))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(application.visitor.call(api.getSchool))).toBe('NOT_SIGNED_IN')
  })

  it.each<[string, SchoolChange]>([
    ['a blank name', { name: ' ' }],
    ['a name of two lines', { name: 'Light\nLens' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['an address that is too long', { address: 'x'.repeat(301) }],
    ['an e-mail that is none', { email: 'school' }],
    ['a sender that begins another header', { sender_name: 'School\r\nBcc: all@example.test' }],
    ['a link that is a script', { social: 'javascript:alert(1)' }],
    ['a link that is not https', { photos: 'http://photos.example/school' }],
    ['a time zone that does not exist', { time_zone: 'Europe/Atlantis' }],
    ['an offset instead of a time zone', { time_zone: '+02:00' }],
    ['a color that is none', { accent: 'red' }],
    ['a color that the light theme hides', { accent: '#f0a23a' }],
    ['opening hours that are too long', { opening_hours: 'x'.repeat(501) }],
    ['terms that are too long', { cancellation_terms: 'x'.repeat(2001) }],
    ['a logo that is a script', { logo: 'javascript:alert(1)' }],
    ['a logo that was never uploaded', { logo: `/pictures/${'0'.repeat(64)}-000000000000/1x1-x.webp` }],
    ['a logo of the dark theme that is a script', { logo_dark: 'javascript:alert(1)' }],
    ['a logo of the dark theme that was never uploaded', { logo_dark: '/pictures/none/1x1-x.webp' }],
    ['a favicon that was never uploaded', { favicon: '/pictures/none/1x1-x.webp' }],
  ])('is refused with %s, in words', async (_, body) => {
    const before = await read()
    const { code, message } = await catchError(change(body))
    expect(code).toBe('INVALID_INPUT')
    expect(message).toMatch(new RegExp(`^${Object.keys(body)[0]}: `))
    expect(await read()).toEqual(before)
  })

  it('says why a color is refused', async () => {
    expect((await catchError(change({ accent: '#FFFFFF' }))).message).toBe(
      'accent: is too light for the light theme: its contrast is 1.0 and must be 3. Choose a darker one.',
    )
  })
})

describe('a change of what the school says about itself', () => {
  it('is logged by field, without contact data', async () => {
    const { name } = await read()
    await change({ name: 'Lens & Light', phone: '+47 55 99 99 99', accent: '#C2410C', logo: null })
    const [entry] = await admin.call(api.listActivity, { query: { page: 1 } })
    expect(entry).toMatchObject({
      deed: 'school_changed',
      subject: name,
      words: 'Changed: Phone',
      changes: [
        { field: 'Name', from: name, to: 'Lens & Light' },
        { field: 'Accent color', from: 'none', to: '#c2410c' },
      ],
    })
    expect(JSON.stringify(entry)).not.toContain('99 99 99')
  })

  it('that is refused is not logged', async () => {
    const { total } = await admin.call.page(api.listActivity, { query: { page: 1 } })
    await catchCode(change({ name: '' }))
    await catchCode(change({ name: 'Late' }, 0))
    expect((await admin.call.page(api.listActivity, { query: { page: 1 } })).total).toBe(total)
  })
})

describe('the pictures of the school', () => {
  const draw = async () => readBytes(drawTwoColors(400, 400).png())
  const uploadPicture = async () =>
    parseResponse<UploadedImage>(await sendPicture(admin, await draw())).data.display_url

  it('are uploaded by admins only, and shown as logo and icon', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect((await sendPicture(await application.signedIn(role), await draw())).statusCode).toBe(403)
    expect((await sendPicture(application.visitor, await draw())).statusCode).toBe(401)
    const url = await uploadPicture()
    await change({ logo: url, favicon: url })
    expect(await read()).toMatchObject({ logo: url, favicon: url })
    const { body } = await application.visitor.request('GET', '/contact')
    const small = url.replace(/[^/]+$/, '320.webp')
    expect(body).toContain(`<link rel="icon" href="${small}"/>`)
    expect(body).toMatch(new RegExp(`<img src="${small}" alt="[^"]+" width="400" height="400" class="bar-logo"/>`))
  })

  it('are a logo for each theme, where there are two', async () => {
    const [logo, logo_dark] = [await uploadPicture(), await uploadPicture()]
    await change({ logo, logo_dark })
    const toSmall = (url: string) => url.replace(/[^/]+$/, '320.webp')
    const readLogos = async () =>
      [
        ...(await application.visitor.request('GET', '/contact')).body.matchAll(
          /<img src="([^"]+)"[^>]*"(bar-logo[^"]*)"/g,
        ),
      ].map(([, url, classes]) => [url, classes])
    expect(await readLogos()).toEqual([
      [toSmall(logo), 'bar-logo in-data-[theme=dark]:hidden'],
      [toSmall(logo_dark), 'bar-logo in-data-[theme=light]:hidden'],
    ])
    await change({ logo_dark: null })
    expect(await readLogos()).toEqual([[toSmall(logo), 'bar-logo']])
    await change({ logo: null, logo_dark })
    expect(await readLogos()).toEqual([])
  })

  it('are refused where the file is no picture', async () => {
    expect((await sendPicture(admin, 'not a picture')).statusCode).toBe(415)
  })

  it('may be sent back as the absolute URL that a response has', async () => {
    const { data } = (await sendPicture(admin, await draw())).json()
    expect(data.display_url).toMatch(/^http:/)
    await change({ logo: data.display_url })
    expect((await read()).logo).toMatch(/^\/pictures\//)
    expect(await change({ logo: null })).toEqual({ modifiedCount: 1 })
  })
})

/** Uploads bytes as an image of the school. */
const sendPicture = (visitor: Visitor, bytes: Parameters<typeof send>[1]) =>
  send(visitor, bytes, { path: '/api/school/images' })
