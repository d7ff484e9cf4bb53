import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { LEGAL_SLUGS } from '#contract/page-paths.ts'
import type { NewPage, PageChange } from '#contract/pages.ts'
import { MAX_MENU_PAGES, MAX_PAGE_TEXT_LENGTH, MAX_PAGES } from '#contract/values/limits.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { readCode } from '../../../testing/instructor.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { isUnreviewed, pages } from './pages.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

let count = 0
const page = (more: Partial<NewPage> = {}) =>
  ({ slug: `page-${++count}`, title: `Page ${count}`, text: 'About **us**.', ...more }) as NewPage
const add = async (more: Partial<NewPage> = {}, by = admin) =>
  (await by.call(api.addPage, { body: page(more) })).insertedId
const read = (id: string) => admin.call(api.getPage, { params: { id } })
const change = (id: string, body: PageChange, ifMatch?: number) =>
  admin.call(api.changePage, { params: { id }, body }, { ifMatch })
const remove = (id: string) => admin.call(api.deletePage, { params: { id } })
const findId = async (slug: string, by = admin) =>
  (await by.call(api.listPages)).find((listed) => listed.slug === slug)?._id ?? ''
const status = async (path: string) => (await application.visitor.request('GET', path)).statusCode

describe('a page', () => {
  it('is added with slug, title and text as a draft, changed by any subset of its fields, and deleted', async () => {
    const body = { slug: 'about', title: 'About', text: 'We are **small**.' } as NewPage
    const { insertedId: id } = await admin.call(api.addPage, { body })
    expect(await read(id)).toMatchObject({
      ...{ ...body, published: false, summary: '', in_menu: false, in_footer: false, position: 100 },
      ...{ reviewed: null, version: 1 },
    })
    expect(await change(id, { published: true })).toEqual({ modifiedCount: 1 })
    expect(await change(id, { published: true, title: 'About' })).toEqual({ modifiedCount: 0 })
    expect(await change(id, { text: 'We are **few**.' })).toEqual({ modifiedCount: 1 })
    expect(await read(id)).toMatchObject({ title: 'About', text: 'We are **few**.', published: true, version: 3 })
    expect((await admin.call(api.listPages)).map(({ slug }) => slug)).toContain('about')
    expect(await remove(id)).toEqual({ deletedCount: 1 })
    expect(await catchCode(remove(id))).toBe('NOT_FOUND')
    expect(await catchCode(read(id))).toBe('NOT_FOUND')
    expect(await catchCode(change(id, { title: 'Gone' }))).toBe('NOT_FOUND')
  })

  it('is not found by the public as a draft and after its deletion, and its address can be used again', async () => {
    const id = await add({ slug: 'studio', published: true })
    expect(await status('/pages/studio')).toBe(200)
    await change(id, { published: false })
    expect(await status('/pages/studio')).toBe(404)
    expect(await status('/api/pages/studio')).toBe(404)
    await change(id, { published: true })
    await remove(id)
    expect(await status('/pages/studio')).toBe(404)
    await add({ slug: 'studio', published: true })
    expect(await status('/pages/studio')).toBe(200)
  })

  it('is changed from the version that was read only', async () => {
    const id = await add()
    const { version } = await read(id)
    expect(await change(id, { in_footer: true }, version)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change(id, { text: 'Mine' }, version))).toBe('CHANGED_MEANWHILE')
    expect(await read(id)).toMatchObject({ text: 'About **us**.', in_footer: true })
  })

  it('is of one of two admins who save the same version at the same time', async () => {
    const id = await add()
    const other = await application.signedIn('admin')
    const save = (by: Visitor, text: string) =>
      by.call(api.changePage, { params: { id }, body: { text } }, { ifMatch: 1 })
    const codes = await Promise.all([readCode(save(admin, 'Mine')), readCode(save(other, 'Theirs'))])
    expect(codes.toSorted()).toEqual(['CHANGED_MEANWHILE', null])
  })

  it.each<[string, Partial<NewPage>]>([
    ['a blank slug', { slug: ' ' }],
    ['a slug without letters or digits', { slug: '写真' }],
    ['a slug that is too long', { slug: 'x'.repeat(61) }],
    ['a blank title', { title: ' ' }],
    ['a title of two lines', { title: 'One\nTwo' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['a blank text', { text: ' \n ' }],
    ['a text that is too long', { text: 'x'.repeat(MAX_PAGE_TEXT_LENGTH + 1) }],
    ['a summary that is too long', { summary: 'x'.repeat(501) }],
    ['a position before the first', { position: -1 }],
    ['a position beyond the last', { position: 1000 }],
    ['a picture of another host', { text: '![x](https://tracker.example/pixel.gif)' }],
    ['a picture of another host in a list', { text: '- **![x](//tracker.example/pixel.gif)**' }],
    ['a picture that is a script', { text: '![x](javascript:alert(1))' }],
    ['a picture that was never uploaded', { text: `![x](/pictures/${'0'.repeat(64)}-0/1x1-x.webp)` }],
  ])('is refused with %s', async (_, fields) => {
    const { code, message } = await catchError(add(fields))
    expect([code, message.split(':')[0]]).toEqual(['INVALID_INPUT', Object.keys(fields)[0]])
    const id = await add()
    expect(await catchCode(change(id, fields))).toBe('INVALID_INPUT')
  })

  it('has a text of the longest size, and a slug of the longest', async () => {
    const id = await add({
      text: 'Words\n\n'.repeat(MAX_PAGE_TEXT_LENGTH).slice(0, MAX_PAGE_TEXT_LENGTH - 1),
      slug: 'y'.repeat(60),
    })
    expect(await read(id)).toMatchObject({ slug: 'y'.repeat(60) })
  })

  it.each([
    ['Über uns!', 'uber-uns'],
    ['  FAQ & more ', 'faq-more'],
    ['../admin/', 'admin'],
  ])('has %j as the address %s', async (slug, stored) => {
    const id = await add({ slug, published: true })
    expect(await read(id)).toMatchObject({ slug: stored })
    expect(await status(`/pages/${stored}`)).toBe(200)
  })

  it('is refused in words under an address that is taken or reserved', async () => {
    const id = await add({ slug: 'team' })
    const conflict = await catchError(add({ slug: 'Team' }))
    expect([conflict.code, conflict.message]).toEqual([
      'SLUG_TAKEN',
      'Another page has this address. Choose another one.',
    ])
    for (const slug of ['terms', 'Privacy', 'refunds', 'contact', 'preview', 'new', 'all']) {
      const { code, message } = await catchError(add({ slug }))
      expect([code, message]).toEqual(['SLUG_TAKEN', 'This address is reserved. Choose another one.'])
    }
    const other = await add()
    expect(await catchCode(change(other, { slug: 'team' }))).toBe('SLUG_TAKEN')
    expect(await catchCode(change(other, { slug: 'terms' }))).toBe('SLUG_TAKEN')
    expect(await change(id, { slug: 'team', title: 'The team' })).toEqual({ modifiedCount: 1 })
  })

  it('gets a free address once, however many are added at the same time', async () => {
    const codes = await Promise.all(['a', 'b', 'c'].map((title) => readCode(add({ slug: 'race', title }))))
    expect(codes.toSorted()).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', null])
  })

  it('is limited in number, and in the menu', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    for (let number = 0; number < MAX_MENU_PAGES; number++) await add({ in_menu: true }, owner)
    const { code, message } = await catchError(add({ in_menu: true }, owner))
    expect([code, message]).toEqual(['LIMIT_REACHED', 'The menu has room for 3 pages. Take another one out first.'])
    const terms = { params: { id: await findId('terms', owner) } }
    expect(await catchCode(owner.call(api.changePage, { ...terms, body: { in_menu: true } }))).toBe('LIMIT_REACHED')
    const left = MAX_PAGES - (await owner.call(api.listPages)).length
    for (let number = 0; number < left; number++) await add({}, owner)
    expect(await catchCode(add({}, owner))).toBe('LIMIT_REACHED')
  })

  it('is written and read by admins only', async () => {
    const params = { id: await findId('terms') }
    const version = { ...params, version: 1 }
    const body = { text: 'Ours now' }
    const list = (visitor: Visitor) => [
      () => visitor.call(api.listPages),
      () => visitor.call(api.addPage, { body: page() }),
      () => visitor.call(api.getPage, { params }),
      () => visitor.call(api.changePage, { params, body }),
      () => visitor.call(api.deletePage, { params }),
      () => visitor.call(api.listPageVersions, { params }),
      () => visitor.call(api.getPageVersion, { params: version }),
      () => visitor.call(api.restorePageVersion, { params: version }),
      () => visitor.call(api.previewPage, { body }),
    ]
    for (const role of ['student', 'instructor'] as const)
      for (const refused of list(await application.signedIn(role)))
        expect(await catchCode(refused())).toBe('NOT_ALLOWED')
    for (const refused of list(application.visitor)) expect(await catchCode(refused())).toBe('NOT_SIGNED_IN')
  })

  it('is logged with each change, without its text', async () => {
    const id = await add({ slug: 'logged', title: 'Logged' })
    await change(id, { text: 'A secret plan.', published: true })
    await remove(id)
    const entries = await admin.call(api.listActivity, { query: { page: 1, rows: 3 } })
    expect(entries.map(({ deed, subject }) => [deed, subject])).toEqual([
      ['page_deleted', 'Logged'],
      ['page_changed', 'Logged'],
      ['page_added', 'Logged'],
    ])
    expect(entries[1]).toMatchObject({
      words: 'Changed: Text',
      changes: [{ field: 'Published', from: 'no', to: 'yes' }],
    })
    expect(JSON.stringify(entries)).not.toContain('secret plan')
  })
})

describe('terms, privacy, refunds and contact', () => {
  it('are there from the beginning, published under their own addresses, and cannot be hidden, moved or deleted', async () => {
    for (const slug of [...LEGAL_SLUGS, 'contact']) {
      const id = await findId(slug)
      expect(await status(`/${slug}`)).toBe(200)
      expect(await catchCode(remove(id))).toBe('PAGE_REQUIRED')
      expect(await catchCode(change(id, { published: false }))).toBe('PAGE_REQUIRED')
      expect(await catchCode(change(id, { slug: 'other' }))).toBe('PAGE_REQUIRED')
      expect(await change(id, { slug, published: true })).toEqual({ modifiedCount: 0 })
    }
  })

  it('are reviewed once an admin has marked each legal text, until its words change', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const { db } = own.services
    const mark = async (slug: string, body: PageChange) =>
      owner.call(api.changePage, { params: { id: await findId(slug, owner) }, body })
    const isReviewed = async (slug: string) =>
      (await owner.call(api.getPage, { params: { id: await findId(slug, owner) } })).reviewed
    expect(await db.$count(pages, isUnreviewed)).toBeGreaterThan(0)
    await mark('terms', { reviewed: true })
    await mark('privacy', { reviewed: true })
    expect(await db.$count(pages, isUnreviewed)).toBeGreaterThan(0)
    await mark('refunds', { reviewed: true, text: 'No refunds on Sundays.' })
    expect(await db.$count(pages, isUnreviewed)).toBe(0)
    await mark('terms', { in_menu: true })
    expect(await isReviewed('terms')).toBe(true)
    await mark('terms', { summary: 'What we agree on.' })
    expect(await isReviewed('terms')).toBe(false)
    expect(await db.$count(pages, isUnreviewed)).toBeGreaterThan(0)
  })

  it('are reviewed in the version that the admin has read', async () => {
    const id = await findId('privacy')
    const { version } = await read(id)
    await change(id, { text: 'We store nothing.' })
    expect(await catchCode(change(id, { reviewed: true }, version))).toBe('CHANGED_MEANWHILE')
    expect(await read(id)).toMatchObject({ reviewed: false })
  })

  it('are the only pages to review, without contact', async () => {
    for (const id of [await findId('contact'), await add()]) {
      expect(await read(id)).toMatchObject({ reviewed: null })
      const { code, message } = await catchError(change(id, { reviewed: true }))
      expect([code, message]).toEqual(['INVALID_INPUT', 'reviewed: only terms, privacy, refunds are reviewed'])
    }
  })
})
