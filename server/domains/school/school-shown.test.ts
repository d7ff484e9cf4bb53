import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { SchoolChange } from '#contract/school.ts'
import { slides } from '#server/domains/home/home.table.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { DEMO_LINES } from '#server/settings/demo.ts'
import { readSettings } from '#server/settings/settings.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile({ PUBLIC_URL: 'http://127.0.0.1:3000' })
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const change = (body: SchoolChange) => admin.call(api.changeSchool, { body })
const show = async (path: string) => (await application.visitor.request('GET', path)).body

describe('what the school promises', () => {
  const lines = {
    home_line: 'Light, and <what> falls on it.',
    classes_line: 'Six people at most.',
    instructors_line: 'All of them print.',
  }
  const paths = ['/', '/classes', '/instructors'] as const

  it('is its own: nothing until it is written, and nothing of the demo', async () => {
    for (const path of paths) {
      const page = await show(path)
      for (const promise of Object.values(DEMO_LINES)) expect(page).not.toContain(promise)
      for (const words of ['a print of your own', 'small groups', 'every week', 'Working photographers'])
        expect(page.toLowerCase(), path).not.toContain(words.toLowerCase())
    }
    expect(await show('/classes')).toContain('<meta name="description" content="Classes in photography at ')
    await change(lines)
    expect(await show('/')).toContain('Light, and &lt;what&gt; falls on it.</p>')
    expect(await show('/classes')).toContain('Six people at most.</p>')
    expect(await show('/classes')).toContain('<meta name="description" content="Six people at most."')
    expect(await show('/instructors')).toContain('All of them print.</p>')
    await change({ classes_line: '' })
    expect(await show('/classes')).not.toContain('Six people')
  })

  it('is written in one line of at most 200 characters each', async () => {
    for (const field of Object.keys(lines))
      for (const line of ['two\nlines', 'x'.repeat(201)])
        expect(await catchCode(change({ [field]: line })), field).toBe('INVALID_INPUT')
  })

  it('is there in the demo', () => {
    expect(readSettings({ DEMO: 'on', DATA_DIR: 'unused' }).school).toMatchObject(DEMO_LINES)
    expect(readSettings({ DEMO: 'off', CARDS: 'sandbox', DATA_DIR: 'unused' }).school.classes_line).toBe('')
  })
})

it('the home page has controls of slides only where there are several', async () => {
  const { db } = application.services
  const slide = { image: '/pictures/a', title: 'The only one', description: '' }
  const add = async (position: number) => {
    await transaction(db, async (tx) => {
      await tx.insert(slides).values({ ...slide, title: `Slide ${position}`, position })
      application.services.catalogue.markChanged()
    })
  }
  await add(1)
  const one = await show('/')
  expect(one).toContain('Slide 1')
  expect(one).not.toContain('Next slide')
  await add(2)
  expect(await show('/')).toContain('Next slide')
  await db.delete(slides)
})

describe('the next request after a change of the school', () => {
  it('shows it on pages that were cached before', async () => {
    const { id } = await makeClass(application.services.db, { name: 'Fog' })
    const paths = ['/', '/contact', '/classes', `/classes/fog-${id}`]
    for (const path of paths) expect(await show(path)).toContain('Photography School | ')
    await change({ name: 'Lens <&> Light', footer_line: 'Since last Tuesday', phone: '+47 55 00' })
    for (const path of paths) {
      const page = await show(path)
      expect(page).toContain('<title>Lens &lt;&amp;&gt; Light | ')
      expect(page).toContain('Since last Tuesday')
      expect(page).not.toContain('providing reliable since')
      expect(page).not.toContain('founded in')
    }
    expect(await show('/')).toContain('"telephone":"+47 55 00"')
  })

  it('shows it in the feed, the manifest, security.txt and share images', async () => {
    await change({ name: 'Of the First Name', email: 'first@school.example' })
    const [before] = /\/pictures\/share\/school\/\w+\.jpg/.exec(await show('/contact')) ?? []
    for (const path of ['/feed.xml', '/manifest.webmanifest']) expect(await show(path)).toContain('Of the First Name')
    await change({ name: 'Of the Second Name', email: 'second@school.example' })
    for (const path of ['/feed.xml', '/manifest.webmanifest']) expect(await show(path)).toContain('Of the Second Name')
    expect(await show('/.well-known/security.txt')).toContain('mailto:second@school.example')
    expect(/\/pictures\/share\/school\/\w+\.jpg/.exec(await show('/contact'))?.[0]).not.toBe(before)
  })

  it('shows it in calendars', async () => {
    const student = await application.signedIn('student')
    const { feed_url } = await student.call(api.renewCalendarFeed)
    await change({ name: 'Calendar School' })
    expect(await show(new URL(feed_url).pathname)).toContain('X-WR-CALNAME:Calendar School')
  })

  it('shows the address, the hours and the terms where they matter', async () => {
    await change({
      address: 'Quay 9',
      opening_hours: 'Mon 9–12\nTue 9–12',
      social: 'social.example/school',
      cancellation_terms: 'After that, we keep a third.',
    })
    const contact = await show('/contact')
    for (const text of ['Quay 9', 'Mon 9–12\nTue 9–12', 'href="https://social.example/school"'])
      expect(contact).toContain(text)
    expect(await show('/refunds')).toContain('After that, we keep a third.')
    await change({ social: '', opening_hours: '' })
    expect(await show('/contact')).not.toContain('Opening hours')
  })

  it('has a style sheet of the accent color, which no other text can enter', async () => {
    await change({ accent: '#c2410c' })
    expect(await show('/contact')).toContain('<link rel="stylesheet" href="/accent/c2410c.css" disabled=""/>')
    const sheet = await application.visitor.request('GET', '/accent/c2410c.css')
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(sheet.body).toContain('--color-primary:#c2410c;--color-primary-content:#ffffff')
    expect(sheet.body).not.toContain('dark')
    const dark = await application.visitor.request('GET', '/accent/0a2342.css')
    expect(dark.body).toMatch(
      /html\[data-theme\]\{--color-primary:#0a2342;.*html\[data-theme="dark"\]\{--color-primary:#(?!0a2342)[0-9a-f]{6};/,
    )
    for (const name of ['c2410.css', 'c2410c}.css', 'C2410C.css', 'c2410c0.css'])
      expect((await application.visitor.request('GET', `/accent/${name}`)).statusCode).toBe(404)
    await change({ accent: null })
    expect(await show('/contact')).not.toContain('/accent/')
  })
})

describe('an e-mail after a change of the school', () => {
  const send = (from: TestApplication) =>
    transaction(from.services.db, (tx) =>
      from.services.mail.send(tx, { to: 'ada@example.test', subject: 'Your class', paragraphs: ['Hello.'] }),
    )

  it('comes from its name and address and is signed with them', async () => {
    await change({ name: 'Mail School', address: 'Quay 4', email: 'mail@school.example', phone: '+47 4' })
    await send(application)
    const mail = (await application.readEmails()).at(-1)
    expect(mail?.from).toEqual({ name: 'Mail School', address: 'mail@school.example' })
    expect(mail?.text).toContain('-- \nMail School\nQuay 4\nmail@school.example\n+47 4')
  })

  it('comes from the sender name where there is one, and from the address of MAIL_FROM', async () => {
    const own = await openForThisTest({ MAIL_FROM: 'The Darkroom <hello@darkroom.example>' })
    await (await own.signedIn('admin')).call(api.changeSchool, { body: { sender_name: 'Ada of the School' } })
    await send(own)
    expect((await own.readEmails())[0]?.from).toEqual({ name: 'Ada of the School', address: 'hello@darkroom.example' })
  })
})

describe('the start', () => {
  it('names the variables that the database overrides, and no others', async () => {
    const own = await openForThisTest({ SCHOOL_NAME: 'A', SCHOOL_ADDRESS: 'Quay 1', SCHOOL_EMAIL: 'a@school.example' })
    const { schoolVariables } = own.settings
    expect(own.school.listOverridden(schoolVariables)).toEqual([])
    const body = { name: 'B', phone: '+47 1', social: 'https://social.example' }
    await (await own.signedIn('admin')).call(api.changeSchool, { body })
    expect(own.school.listOverridden(schoolVariables)).toEqual(['SCHOOL_NAME'])
  })
})
