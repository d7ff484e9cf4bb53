import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Setup } from '#contract/setup.ts'
import { CURRENCIES } from '#contract/values/currency.ts'
import { account, session, user } from '#server/adapters/better-auth/identity.table.ts'
import { invitations } from '#server/domains/invitations/invitations.table.ts'
import { school } from '#server/domains/school/school.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import { readRows } from '#server/platform/database/database.ts'
import { makeClass, makeUser } from '../../../demo/factories.ts'
import { openForThisTest, openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode, catchError, Visitor } from '../../../testing/visitor.ts'
import { createLink } from './links.ts'
import { setupLinks } from './setup.table.ts'

const PUBLIC_URL = 'https://school.example'

/** Opens an application whose school is not set up yet. */
async function openNew(settings: Record<string, string> = {}): Promise<TestApplication> {
  const application = await openForThisTest(settings)
  await application.services.db.update(school).set({ setUpAt: null })
  await application.services.school.refresh()
  return application
}

let shared: TestApplication
beforeAll(async () => {
  shared = await openTestApplication()
})
afterAll(() => shared.close())

/** Empties the shared application. Its pages stay open once they were, so that tests of pages open one of their own. */
async function reset(): Promise<TestApplication> {
  const { db, school: settings } = shared.services
  await db.execute(sql`truncate users, identity.user, setup_links, rate_limits cascade`)
  await db.update(school).set({ setUpAt: null, name: null, email: null, address: null, currency: null })
  await settings.refresh()
  return shared
}

async function createToken({ services: { db } }: TestApplication, options = {}): Promise<string> {
  const link = await createLink(db, PUBLIC_URL, options)
  expect(link).toMatch(/^https:\/\/school\.example\/setup\?token=[\w-]{43}$/)
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

/** Counts the statements that wait for a lock on the table of links. */
async function countWaiting({ services: { db } }: TestApplication): Promise<number> {
  const waiting = sql`select 1 from pg_locks where relation = 'setup_links'::regclass and not granted`
  return (await readRows(db, waiting)).length
}

const OWNER = { name: 'Ada', email: 'Ada@School.example', password: PASSWORD, school_name: 'Light & Lens' }

const setUp = ({ visitor }: TestApplication, body: Partial<Setup> & Pick<Setup, 'token'>) =>
  visitor.call(api.setUpSchool, { body: { ...OWNER, ...body } })

const open = async ({ visitor }: TestApplication, path: string) => (await visitor.request('GET', path)).statusCode

describe('a link that sets up the school', () => {
  it('is stored as a hash only', async () => {
    const application = await reset()
    const token = await createToken(application)
    const rows = await application.services.db.select().from(setupLinks)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('creates the owner as an admin with a confirmed address, who can log in at once', async () => {
    const application = await reset()
    const token = await createToken(application)
    expect(await setUp(application, { token })).toEqual({ created: true })
    const owner = new Member(application, 'ada@school.example')
    expect((await owner.signIn()).statusCode).toBe(200)
    const visitor = await owner.asVisitor()
    const [listed] = await visitor.call(api.listUsers, { query: { page: 1 } })
    expect(listed).toMatchObject({ email: owner.email, name: 'Ada', role: 'admin', email_unconfirmed: false })
    const [entry] = await visitor.call(api.listActivity, { query: { page: 1 } })
    expect(entry).toMatchObject({ deed: 'school_set_up', subject: 'Light & Lens', actor: { email: owner.email } })
  })

  it('sets what the school says, and nothing of the demo', async () => {
    const application = await reset()
    await setUp(application, { token: await createToken(application), currency: 'eur', time_zone: 'Europe/Oslo' })
    expect(application.services.school.current).toMatchObject({
      ...{ name: 'Light & Lens', email: 'ada@school.example', address: '' },
      ...{ currency: 'eur', time_zone: 'Europe/Oslo' },
    })
    expect((await application.visitor.request('GET', '/contact')).body).not.toMatch(/demo\.school|Lightwick/)
  })

  it('begins with what the environment says, which applies where the form says nothing', async () => {
    const application = await openNew({ SCHOOL_EMAIL: 'env@school.example', SCHOOL_ADDRESS: 'Quay 1', CURRENCY: 'nok' })
    const token = await createToken(application)
    const defaults = await application.visitor.call(api.checkSetupLink, { body: { token } })
    const environment = { school_email: 'env@school.example', address: 'Quay 1', currency: 'nok' }
    expect(defaults).toMatchObject({ school_name: '', ...environment })
    expect(defaults.currencies).toContainEqual({ code: 'nok', name: 'Norwegian Krone' })
    await setUp(application, { token, school_email: '' })
    const { email, address, currency } = application.services.school.current
    expect({ school_email: email, address, currency }).toEqual(environment)
  })

  it('works once: a second owner is told so in words', async () => {
    const application = await reset()
    const token = await createToken(application)
    await setUp(application, { token })
    const refused = await catchError(setUp(application, { token, email: 'second@school.example' }))
    expect(refused).toMatchObject({
      code: 'ALREADY_SET_UP',
      message: 'This school is already set up. Log in to it instead.',
    })
    expect(await catchCode(application.visitor.call(api.checkSetupLink, { body: { token } }))).toBe('ALREADY_SET_UP')
    expect(await application.services.db.select().from(users)).toHaveLength(1)
    expect(await application.services.db.select().from(user)).toHaveLength(1)
  })

  it('works for one of several owners at the same time', async () => {
    const application = await reset()
    const tokens = [await createToken(application), await createToken(application)]
    const attempts = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name, index) =>
        setUp(application, { token: tokens[index % 2] ?? '', email: `${name}@school.example` }),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason.code).toBe('ALREADY_SET_UP')
    expect(await application.services.db.select().from(users)).toHaveLength(1)
    expect(await application.services.db.select().from(setupLinks)).toEqual([])
  })

  it('that ends while it is checked is not called invalid', async () => {
    const application = await reset()
    const token = await createToken(application)
    const check = await application.services.db.transaction(async (tx) => {
      await tx.execute(sql`lock table setup_links in access exclusive mode`)
      const code = catchCode(application.visitor.call(api.checkSetupLink, { body: { token } }))
      await expect.poll(() => countWaiting(application)).toBe(1)
      await tx.update(school).set({ setUpAt: Date.now() })
      await tx.delete(setupLinks)
      return { code }
    })
    expect(await check.code).toBe('ALREADY_SET_UP')
  })

  it('says that the school is set up to an owner whose form is sent twice', async () => {
    const application = await reset()
    const token = await createToken(application)
    const attempts = await Promise.allSettled([setUp(application, { token }), setUp(application, { token })])
    const codes = attempts.map((attempt) => (attempt.status === 'rejected' ? attempt.reason.code : 'created'))
    expect(codes.sort()).toEqual(['ALREADY_SET_UP', 'created'])
    expect(await catchCode(setUp(application, { token }))).toBe('ALREADY_SET_UP')
  })

  it.each([
    ['wrong', async () => 'x'.repeat(43)],
    [
      'expired',
      async (application: TestApplication) => {
        const token = await createToken(application)
        await application.services.db.update(setupLinks).set({ expiresAt: Date.now() })
        return token
      },
    ],
    [
      'replaced',
      async (application: TestApplication) => {
        const token = await createToken(application)
        await createToken(application, { replacesOthers: true })
        return token
      },
    ],
  ])('that is %s is refused in words, and creates nothing', async (_, create) => {
    const application = await reset()
    const token = await create(application)
    const check = () => application.visitor.call(api.checkSetupLink, { body: { token } })
    for (const attempt of [() => setUp(application, { token }), check])
      expect(await catchError(attempt())).toMatchObject({
        code: 'LINK_INVALID',
        message: 'This link is incomplete, used or expired. Run npm run setup-link on the server for a new one.',
      })
    expect(await application.services.db.select().from(user)).toEqual([])
  })

  it('stays valid beside that of another start, and after a form with mistakes', async () => {
    const application = await reset()
    const token = await createToken(application)
    await createToken(application)
    const invalid: Partial<Setup>[] = [
      { password: 'short' },
      { password: 'P@ssw0rd' },
      { name: ' ' },
      { email: 'ada' },
      { email: 'ada@demo.school' },
      { school_name: '' },
      { currency: 'gold' },
      { time_zone: 'Europe/Atlantis' },
    ]
    for (const body of invalid) expect(await catchCode(setUp(application, { token, ...body }))).toBe('INVALID_INPUT')
    expect(await setUp(application, { token })).toEqual({ created: true })
  })

  it('may be tried 20 times in ten minutes from one network', async () => {
    const application = await reset()
    const attempt = async (ip: string) =>
      catchCode(new Visitor(application.app, undefined, ip).call(api.setUpSchool, { body: { ...OWNER, token: 'x' } }))
    for (let time = 0; time < 20; time++) expect(await attempt('203.0.113.7')).toBe('LINK_INVALID')
    expect(await attempt('203.0.113.7')).toBe('TOO_MANY_REQUESTS')
    expect(await attempt('203.0.113.8')).toBe('LINK_INVALID')
  })

  it('takes the address from an account that another person registered with it', async () => {
    const application = await reset()
    const { db, identity } = application.services
    const accounts = must(identity.ownAccounts ?? undefined)
    const passwordHash = await accounts.hashPassword('Other@2019x')
    const email = 'ada@school.example'
    await db.transaction((tx) =>
      accounts.createAccount(tx as never, { email, name: 'Other', passwordHash, emailConfirmed: false }),
    )
    const other = new Member(application, email)
    expect((await other.signIn('Other@2019x')).statusCode).toBe(200)
    await setUp(application, { token: await createToken(application) })
    expect(await db.select().from(session)).toEqual([])
    expect(await db.select().from(account)).toHaveLength(1)
    expect((await other.signIn('Other@2019x')).statusCode).toBe(401)
  })

  it('leaves prices in their currency, where the demo has classes', async () => {
    const application = await reset()
    const { db } = application.services
    await makeClass(db, { instructorId: (await makeUser(db, 'instructor', { email: 'ingrid@demo.school' })).id })
    const token = await createToken(application)
    expect(await catchCode(setUp(application, { token, currency: 'jpy' }))).toBe('CURRENCY_FIXED')
    expect(await setUp(application, { token, currency: 'usd' })).toEqual({ created: true })
  })
})

describe('a school with users', () => {
  it.each<[string, boolean, Parameters<typeof makeUser>[2]]>([
    ['has an owner in an admin of its own', true, { email: 'ada@example.test' }],
    ['has none in people of the demo', false, { email: 'admin@demo.school' }],
    ['has none in students of the demo', false, { email: 'ada@students.demo.school' }],
    ['has one in an admin of a similar domain', true, { email: 'ada@notdemo.school' }],
    ['has none in a deleted admin', false, { email: 'ada@example.test', deletedAt: 1 }],
  ])('%s', async (_, isOwned, values) => {
    const application = await reset()
    const { db } = application.services
    await makeUser(db, 'admin', values)
    expect((await createLink(db, PUBLIC_URL)) === null).toBe(isOwned)
  })

  it('refuses a link that was valid before it had an admin', async () => {
    const application = await reset()
    const token = await createToken(application)
    await makeUser(application.services.db, 'admin')
    expect(await catchCode(setUp(application, { token }))).toBe('ALREADY_SET_UP')
  })

  it('is set up all the same where strangers have registered, but not with the address of one of them', async () => {
    const application = await reset()
    const token = await createToken(application)
    await makeUser(application.services.db, 'student', { email: 'early@example.test' })
    expect(await catchCode(setUp(application, { token, email: 'early@example.test' }))).toBe('ALREADY_REGISTERED')
    expect(await setUp(application, { token })).toEqual({ created: true })
  })
})

describe('until the school is set up', () => {
  it('pages say in the look of the school that it opens soon, and are not indexed', async () => {
    const application = await openNew({ SCHOOL_NAME: 'Light <&> Lens' })
    for (const path of ['/', '/classes', '/login', '/signup', '/dashboard', '/setup-not', '/unknown?a=b']) {
      const { statusCode, headers, body } = await application.visitor.request('GET', path)
      expect(statusCode).toBe(503)
      expect(headers).toMatchObject({
        ...{ 'retry-after': '600', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
        'content-type': 'text/html; charset=utf-8',
      })
      expect(body).toContain('<h1 class="mt-4 font-display text-5xl sm:text-7xl">Light &lt;&amp;&gt; Lens</h1>')
      expect(body).not.toContain('<script')
    }
    const page = await application.visitor.request('GET', '/')
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body) ?? []
    expect(await open(application, stylesheet)).toBe(200)
    expect((await application.visitor.request('GET', '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  })

  it('the set-up, the API, files and health checks work', async () => {
    const application = await openNew()
    for (const path of ['/setup', '/setup?token=x', '/api/all-classes', '/api/docs', '/healthz', '/readyz'])
      expect([path, await open(application, path)]).toEqual([path, 200])
    expect(await open(application, '/.well-known/security.txt')).toBe(200)
    expect(await open(application, '/icons/icon-192.png')).toBe(200)
    for (const path of ['/assets/none.js', '/pictures/none/1.webp', '/api/none'])
      expect([path, await open(application, path)]).toEqual([path, 404])
    expect((await application.visitor.request('POST', '/webhooks/stripe', { body: {} })).statusCode).toBe(400)
  })

  it('people of the demo do not open the pages, but a person who registers through the API does', async () => {
    const application = await openNew()
    await makeUser(application.services.db, 'admin', { email: 'admin@demo.school' })
    expect(await open(application, '/')).toBe(503)
    await (await new Member(application, 'early@example.test').register()).asVisitor()
    expect(await open(application, '/')).toBe(200)
  })

  it('pages open with the next request after the set-up, in other instances too', async () => {
    const application = await openNew()
    expect(await open(application, '/')).toBe(503)
    // As another instance does, whose notification has not arrived.
    await application.services.db.update(school).set({ setUpAt: 1, name: 'Of Another Instance' })

    const { statusCode, body } = await application.visitor.request('GET', '/')
    expect(statusCode).toBe(200)
    expect(body).toContain('Of Another Instance')
  })

  it('pages are open in the demo', async () => {
    const application = await openNew({ DEMO: 'on' })
    expect(await open(application, '/')).toBe(200)
    expect((await application.visitor.request('GET', '/robots.txt')).body).toContain('Sitemap:')
  })
})

describe('the page of the link', () => {
  it('sends its URL nowhere, and is neither cached nor indexed', async () => {
    const application = await reset()
    const { headers } = await application.visitor.request('GET', `/setup?token=${await createToken(application)}`)
    expect(headers).toMatchObject({
      ...{ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
  })
})

describe('the currency', () => {
  it('changes until the school has a class', async () => {
    const application = await openForThisTest()
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.changeSchool, { body: { currency: 'EUR' } })).toEqual({ modifiedCount: 1 })
    expect(application.services.currency).toBe('eur')
    await makeClass(application.services.db)
    expect(await catchCode(admin.call(api.changeSchool, { body: { currency: 'jpy' } }))).toBe('CURRENCY_FIXED')
    expect(await admin.call(api.changeSchool, { body: { currency: 'eur', phone: '1' } })).toEqual({ modifiedCount: 1 })
    expect(application.services.currency).toBe('eur')
  })

  it('is one that the card provider takes, which admins and the form of the set-up list', async () => {
    const application = await openForThisTest()
    const admin = await application.signedIn('admin')
    const list = await admin.call(api.listCurrencies)
    expect(list.map(({ code }) => code)).toEqual([...CURRENCIES.keys()].sort())
    expect(list).toContainEqual({ code: 'sle', name: 'Sierra Leonean Leone' })
    const student = await application.signedIn('student')
    expect(await catchCode(student.call(api.listCurrencies))).toBe('NOT_ALLOWED')
    for (const currency of ['bgn', 'zwg', 'zzz'])
      expect(await catchCode(admin.call(api.changeSchool, { body: { currency } }))).toBe('INVALID_INPUT')
    expect(application.services.currency).toBe('usd')
  })

  it('that the provider does not take stays in a school that has it, until it is changed', async () => {
    const application = await openForThisTest({ CURRENCY: 'zwg' })
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.getSchool)).toMatchObject({ currency: 'zwg' })
    expect(await admin.call(api.changeSchool, { body: { currency: 'zwg', phone: '1' } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.getSchool)).toMatchObject({ currency: 'zwg', phone: '1' })
    expect(await admin.call(api.changeSchool, { body: { currency: 'xcg' } })).toEqual({ modifiedCount: 1 })
    expect(await catchCode(admin.call(api.changeSchool, { body: { currency: 'zwg' } }))).toBe('INVALID_INPUT')
  })

  it('of the environment may be one that the provider does not take, and no other in the form', async () => {
    const application = await openNew({ CURRENCY: 'zwg' })
    const token = await createToken(application)
    expect(await catchCode(setUp(application, { token, currency: 'bgn' }))).toBe('INVALID_INPUT')
    expect(await setUp(application, { token, currency: 'zwg' })).toEqual({ created: true })
    expect(application.services.currency).toBe('zwg')
  })
})

describe('an owner who also teaches', () => {
  it('gets an invitation for a second account, whose address is another one', async () => {
    const application = await reset()
    const token = await createToken(application)
    const same = setUp(application, { token, instructor_email: OWNER.email })
    expect(await catchCode(same)).toBe('INVALID_INPUT')
    await setUp(application, { token, instructor_email: 'teaches@school.example' })
    const rows = await application.services.db.select().from(invitations)
    expect(rows).toMatchObject([{ email: 'teaches@school.example', role: 'instructor' }])
    const mail = (await application.readEmails()).at(-1)
    expect(mail?.to?.[0]?.address).toBe('teaches@school.example')
    expect(mail?.subject).toBe('Your invitation to Light & Lens')
  })
})

describe('the example classes of a new school', () => {
  // Another in each test: the e-mails of all are in one folder.
  let email = ''
  beforeEach(() => {
    email = `teaches-${crypto.randomUUID()}@school.example`
  })
  const owner = (application: TestApplication) => new Member(application, OWNER.email.toLowerCase())
  const setUpWithExamples = async () => {
    const application = await reset()
    const token = await createToken(application)
    await setUp(application, { token, instructor_email: email, example_classes: true, currency: 'eur' })
    const member = owner(application)
    await member.signIn()
    return { application, admin: await member.asVisitor() }
  }
  const readLink = async (application: TestApplication) => {
    const text = (await application.readEmails()).findLast(({ to }) => to?.[0]?.address === email)?.text ?? ''
    return new URL(/http\S+\/invitation\?token=\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  }

  it('wait for approval with their pictures, and are on offer once the owner approves them', async () => {
    const { application, admin } = await setUpWithExamples()
    const listed = await admin.call(api.listAllClasses, { query: {} })
    expect(listed).toHaveLength(6)
    for (const one of listed) expect(one).toMatchObject({ status: 'pending', instructorEmail: email, seats: 8 })
    expect(await application.visitor.call(api.listApprovedClasses, { query: {} })).toEqual([])
    for (const { classImage } of listed)
      expect((await application.visitor.request('GET', classImage)).statusCode).toBe(200)
    const [first] = listed
    await admin.call(api.approveClass, { params: { id: first?._id ?? '' } })
    const [offered] = await application.visitor.call(api.listApprovedClasses, { query: {} })
    expect(offered).toMatchObject({ className: first?.className })
  })

  it('belong to the instructor who accepts the invitation, and who may delete them', async () => {
    const { application } = await setUpWithExamples()
    const token = await readLink(application)
    expect(await application.visitor.call(api.openInvitation, { body: { token } })).toMatchObject({
      role: 'instructor',
      has_account: false,
    })
    await application.visitor.call(api.acceptInvitation, { body: { token, name: 'Grace', password: PASSWORD } })
    const member = new Member(application, email)
    await member.signIn()
    const instructor = await member.asVisitor()
    const own = await instructor.call(api.listClassesOfInstructor, { params: { instructorEmail: email }, query: {} })
    expect(own.map(({ instructorName }) => instructorName)).toEqual(Array(6).fill('Grace'))
    for (const { _id: id } of own) await instructor.call(api.deleteClass, { params: { id } })
    const second = application.visitor.call(api.acceptInvitation, { body: { token, name: 'X', password: PASSWORD } })
    expect(await catchCode(second)).toBe('LINK_INVALID')
  })

  it('are not for the reader of a link that does not prove the address', async () => {
    const { application, admin } = await setUpWithExamples()
    const [invitation] = await admin.call(api.listInvitations)
    const { link } = await admin.call(api.resendInvitation, { params: { id: invitation?._id ?? '' } })
    const body = { token: new URL(link).searchParams.get('token') ?? '', name: 'Eve', password: PASSWORD }
    expect(await catchCode(application.visitor.call(api.acceptInvitation, { body }))).toBe('EMAIL_NOT_CONFIRMED')
    await new Member(application, email).register()
    expect(await catchCode(application.visitor.call(api.acceptInvitation, { body }))).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('need an instructor: without one nothing is created, and the link stays valid', async () => {
    const application = await reset()
    const token = await createToken(application)
    for (const instructor_email of ['', undefined])
      expect(await catchCode(setUp(application, { token, instructor_email, example_classes: true }))).toBe(
        'INVALID_INPUT',
      )
    await setUp(application, { token })
    const rows = await application.services.db.select().from(users)
    expect(rows.map(({ role }) => role)).toEqual(['admin'])
  })
})
