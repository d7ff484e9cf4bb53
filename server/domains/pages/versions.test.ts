import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { PageChange } from '#contract/pages.ts'
import { MAX_PAGE_VERSIONS } from '#contract/values/limits.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin', { name: 'Ada' })
})

const find = async (slug: string, by = admin) => {
  const page = (await by.call(api.listPages)).find((listed) => listed.slug === slug)
  if (!page) throw new Error('no such page')
  return page
}
const change = async (slug: string, body: PageChange, by = admin) =>
  by.call(api.changePage, { params: { id: (await find(slug, by))._id }, body })
const list = async (slug: string, by = admin) =>
  by.call(api.listPageVersions, { params: { id: (await find(slug, by))._id } })
const listNumbers = async (slug: string, by = admin) => (await list(slug, by)).map(({ version }) => version)
const restore = async (slug: string, version: number, ifMatch?: number) =>
  admin.call(api.restorePageVersion, { params: { id: (await find(slug))._id, version } }, { ifMatch })

describe('the versions of a page', () => {
  it('have who wrote them and when, each time that the words change', async () => {
    const before = Date.now()
    await change('refunds', { text: 'Second.' })
    await change('refunds', { in_menu: true })
    const bea = await application.signedIn('admin', { name: 'Bea' })
    await change('refunds', { title: 'Money back' }, bea)
    const versions = await list('refunds')
    expect(versions.map(({ version, title, author }) => [version, title, author])).toEqual([
      [4, 'Money back', 'Bea'],
      [2, 'Refunds', 'Ada'],
      [1, 'Refunds', null],
    ])
    expect(versions[0]?.created_at).toBeGreaterThanOrEqual(before)
    const { _id: id } = await find('refunds')
    const second = await admin.call(api.getPageVersion, { params: { id, version: 2 } })
    expect(second).toMatchObject({ text: 'Second.', sections: [{ name: '', html: '<p>Second.</p>' }] })
  })

  it('can be restored as a new version, which ends the review', async () => {
    const { text } = await find('privacy')
    await change('privacy', { text: 'Other words.', reviewed: true })
    expect(await restore('privacy', 1)).toEqual({ modifiedCount: 1 })
    expect(await find('privacy')).toMatchObject({ text, reviewed: false, version: 3 })
    expect(await listNumbers('privacy')).toEqual([3, 2, 1])
    expect(await restore('privacy', 1)).toEqual({ modifiedCount: 0 })
    expect(await catchCode(restore('privacy', 2, 2))).toBe('CHANGED_MEANWHILE')
    expect(await restore('privacy', 2, 3)).toEqual({ modifiedCount: 1 })
  })

  it('are not found beyond those that exist', async () => {
    const { _id: id } = await find('terms')
    const get = (params: { id: string; version: number }) => admin.call(api.getPageVersion, { params })
    for (const version of [0, 99, 999_999_999]) {
      expect(await catchCode(get({ id, version }))).toBe('NOT_FOUND')
      expect(await catchCode(restore('terms', version))).toBe('NOT_FOUND')
    }
    expect(await catchCode(get({ id: crypto.randomUUID(), version: 1 }))).toBe('NOT_FOUND')
    for (const text of ['-1', '1e3', 'x', '1'.repeat(10)])
      expect((await admin.request('GET', `/api/page/${id}/version/${text}`)).statusCode).toBe(404)
    const unknown = { params: { id: crypto.randomUUID() } }
    expect(await catchCode(admin.call(api.listPageVersions, unknown))).toBe('NOT_FOUND')
  })

  it('are limited: the newest stay, the first, and the terms that a user has agreed to', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const last = MAX_PAGE_VERSIONS + 6
    /** Writes many versions at once. Each API call removes versions as well, which would take seconds. */
    const write = (from: number, to: number) =>
      own.services.db.execute(
        sql`do ${sql.raw(`$$ begin for number in ${from}..${to} loop
        update pages set text = 'Version ' || number where slug in ('terms', 'refunds');
        insert into page_versions (page_id, version, title, summary, text, created_at)
          select id, version, title, summary, text, 0 from pages where slug in ('terms', 'refunds');
      end loop; end $$`)}`,
      )
    await write(2, 4)
    const member = await new Member(own, 'agreed@example.test').register()
    expect((await member.exchange()).statusCode).toBe(200)
    await write(5, last - 1)
    for (const slug of ['terms', 'refunds']) await change(slug, { text: 'The last one.' }, owner)
    const newest = Array.from({ length: MAX_PAGE_VERSIONS }, (_, index) => last - index)
    expect(await listNumbers('terms', owner)).toEqual([...newest, 4, 1])
    expect(await listNumbers('refunds', owner)).toEqual([...newest, 1])
  })
})

describe('a registration', () => {
  const readTerms = async (member: Member) => (await (await member.asVisitor()).call(api.getOwnData)).terms_version

  it('records the version of the terms that was current, and later terms do not change it', async () => {
    const [current] = await listNumbers('terms')
    const ada = await new Member(application, 'ada@example.test').register()
    expect(await readTerms(ada)).toBe(current)
    await change('terms', { in_menu: true })
    await change('terms', { text: 'New terms.' })
    const [next] = await listNumbers('terms')
    expect(next).toBe((current ?? 0) + 2)
    const bea = await new Member(application, 'bea@example.test').register()
    expect(await readTerms(bea)).toBe(next)
    expect(await readTerms(ada)).toBe(current)
  })

  it('records it for a person who was invited, once they claim their record', async () => {
    const invited = await makeUser(application.services.db, 'student', { email: 'cleo@example.test', identityId: null })
    expect(invited.termsVersion).toBeNull()
    const cleo = await new Member(application, 'cleo@example.test').register()
    const mails = await application.readEmails()
    const mail = mails.find(({ to }) => to?.[0]?.address === cleo.email)
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect((await cleo.identify('confirm-email', { token })).statusCode).toBe(200)
    expect(await readTerms(cleo)).toBe((await listNumbers('terms'))[0])
  })
})
