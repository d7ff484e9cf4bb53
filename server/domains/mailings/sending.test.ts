import { once } from 'node:events'
import { createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { freePort } from '../../../testing/free-port.ts'
import { receiveMail } from '../../../testing/mail-server.ts'
import { haveDraft, haveSent, haveSubscribers, readProgress } from '../../../testing/mailings.ts'
import { readHeader, type SentEmail } from '../../../testing/sent-emails.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { activate } from '../backup/activation.ts'
import { restores } from '../backup/backup.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { subscriptions } from '../newsletter/newsletter.table.ts'
import { mailingRecipients, mailings } from './mailings.table.ts'

const ADDRESS = 'Pier 1 <North>'

async function start(settings: Record<string, string> = {}) {
  const application = await openTestApplication({ SCHOOL_NAME: 'Light & Lens', SCHOOL_ADDRESS: ADDRESS, ...settings })
  return { application, admin: await application.signedIn('admin') }
}

/** An application of one test, which delivers to this port. */
async function startWithMail(port: number) {
  const started = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  onTestFinished(() => started.application.close())
  return started
}

/** A school with a mail server whose responses the test decides. */
async function startWithMailServer(options: Partial<SMTPServerOptions> = {}) {
  const port = await freePort()
  const received = await receiveMail(port, options)
  return { ...(await startWithMail(port)), received }
}

const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const listAddresses = (mails: SentEmail[]) => mails.map(({ to }) => to?.[0]?.address).toSorted()

function wait(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

/** Unsubscribes as a mail program does, by the headers of an e-mail. */
async function unsubscribe({ visitor, services }: TestApplication, mail: SentEmail) {
  const url = /<(.+)>/.exec(readHeader(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
  return visitor.request('POST', url.replace(services.publicUrl, ''), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
}

/** The application of tests without a mail server, which writes e-mails to files. */
let application: TestApplication
let admin: Visitor
let earlier = 0
beforeAll(async () => {
  ;({ application, admin } = await start())
})
beforeEach(async () => {
  const { db } = application.services
  earlier = (await application.readEmails()).length
  await db.delete(mailings)
  await db.delete(subscriptions)
})
afterAll(() => application.close())

/** Runs the queued jobs. Returns the e-mails of this test. */
const readNew = async () => (await application.readEmails()).slice(earlier)

describe('a newsletter', () => {
  it('reaches each subscriber once, as text and HTML, from the school and with its address', async () => {
    const readers = await haveSubscribers(application, 30)
    const id = await haveSent(admin, { subject: 'Fog & <light>', text: '# Fog\n\n- one\n- [two](https://x.example/)' })
    const mails = await readNew()
    expect(listAddresses(mails)).toEqual(readers.toSorted())
    expect(mails[0]).toMatchObject({
      subject: 'Fog & <light>',
      from: { name: 'Light & Lens' },
      text: expect.stringMatching(/^Fog\n\n- one\n- two \(https:\/\/x\.example\/\)\n\nYou receive this because/),
      html: expect.stringContaining('<h2>Fog</h2><ul><li>one</li>'),
    })
    expect(mails[0]?.text).toContain(ADDRESS)
    expect(mails[0]?.html).toContain('Pier 1 &lt;North&gt;')
    expect(mails[0]?.html).toContain('<title>Fog &amp; &lt;light&gt;</title>')
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({
      state: 'sent',
      progress: { total: 30, queued: 0, sent: 30, failed: 0, skipped: 0, unclear: 0 },
    })
    await application.runJobs()
    expect(await readNew()).toHaveLength(30)
  })

  it('has links of its own for each recipient, by which a mail program unsubscribes that one alone', async () => {
    const readers = await haveSubscribers(application, 2)
    await haveSent(admin)
    const mails = await readNew()
    const [mail, other] = mails
    if (!mail || !other) throw new Error('two e-mails')
    expect(readHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(readHeader(mail, 'list-unsubscribe')).not.toBe(readHeader(other, 'list-unsubscribe'))
    const link = /http\S+\/newsletter\/unsubscribe\?token=\S+/.exec(mail.text ?? '')?.[0] ?? ''
    const page = await application.visitor.request('GET', link.replace(application.services.publicUrl, ''))
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Unsubscribe')])
    expect(await application.services.db.$count(subscriptions)).toBe(2)
    expect((await unsubscribe(application, mail)).statusCode).toBe(200)
    const left = await application.services.db.select().from(subscriptions)
    expect(left.map(({ email }) => email)).toEqual(readers.filter((email) => email !== mail.to?.[0]?.address))
    const id = await haveSent(admin)
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ total: 1, sent: 1 })
  })

  it('does not reach who has unsubscribed after it was queued, and keeps no address of theirs', async () => {
    const [leaving = '', staying] = await haveSubscribers(application, 2)
    const id = await haveSent(admin)
    await application.services.db.delete(subscriptions).where(eq(subscriptions.email, leaving))
    expect(listAddresses(await readNew())).toEqual([staying])
    expect(await readProgress(admin, id)).toMatchObject({ total: 2, sent: 1, skipped: 1 })
  })

  it('goes to those who were subscribed when it was sent, and not to later ones', async () => {
    const readers = await haveSubscribers(application, 2)
    await haveSent(admin)
    await haveSubscribers(application, 1)
    expect(listAddresses(await readNew())).toEqual(readers.toSorted())
  })

  it('is stopped in a school that was restored, because the original has sent it', async () => {
    const { db, jobs } = application.services
    await haveSubscribers(application, 1)
    const id = await haveSent(admin)
    await db.insert(restores).values({ takenAt: 1, restoredAt: 1, jobs: [] })
    expect(await activate(db, jobs, [])).toBe(true)
    expect(await readNew()).toEqual([])
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({ state: 'stopped' })
  })

  it('stops and goes on, and reaches each recipient once in all', async () => {
    let stop = async () => {}
    const { application, admin, received } = await startWithMailServer({
      onRcptTo: (_address, _session, done) => void stop().then(() => done()),
    })
    await haveSubscribers(application, 40)
    const id = await haveDraft(admin)
    const params = { id }
    stop = async () => void (await admin.call(api.stopMailing, { params }))
    expect(await admin.call(api.stopMailing, { params })).toEqual({ modifiedCount: 0 })
    await admin.call(api.sendMailing, { params })
    await application.runJobs()
    const first = await admin.call(api.getMailing, { params })
    expect(first.state).toBe('stopped')
    expect(first.progress.sent).toBeLessThan(10)
    await application.runJobs()
    expect(received).toHaveLength(first.progress.sent)
    stop = async () => {}
    expect(await admin.call(api.continueMailing, { params })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.continueMailing, { params })).toEqual({ modifiedCount: 0 })
    await application.runJobs()
    expect(await admin.call(api.getMailing, { params })).toMatchObject({ state: 'sent', progress: { sent: 40 } })
    expect(new Set(await readRecipients(received))).toHaveLength(40)
    expect(received).toHaveLength(40)
  })
})

describe('a message to students', () => {
  it('says why they receive it and has nothing to unsubscribe from; names with HTML appear as text', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: '<b>Bold</b> light' })
    const student = await makeUser(db, 'student', { name: '<script>' })
    await makeEnrolment(db, student, taught)
    await haveSubscribers(application, 1)
    await haveSent(admin, { audience: 'students', classes: [taught.id] })
    const mails = await readNew()
    expect(listAddresses(mails)).toEqual([student.email])
    expect(mails[0]?.html).toContain('because you are enrolled in &lt;b&gt;Bold&lt;/b&gt; light.')
    expect(mails[0]?.text).toContain(ADDRESS)
    expect(mails[0] && readHeader(mails[0], 'list-unsubscribe')).toBeUndefined()
    expect(mails[0]?.text).not.toContain('nsubscribe')
  })

  it('does not reach a student whose enrolment has ended since', async () => {
    const { db } = application.services
    const taught = await makeClass(db)
    const student = await makeUser(db, 'student')
    await makeEnrolment(db, student, taught)
    const id = await haveSent(admin, { audience: 'students', classes: [taught.id] })
    await db.delete(enrolments).where(eq(enrolments.userId, student.id))
    expect(await readNew()).toEqual([])
    expect(await readProgress(admin, id)).toMatchObject({ total: 1, skipped: 1 })
  })
})

describe('a process that ends while it sends', () => {
  it('leaves recipients who may have the e-mail: they get it no second time, and the others get it', async () => {
    const { db } = application.services
    await haveSubscribers(application, 3)
    const id = await haveSent(admin)
    const [interrupted] = await db.select().from(mailingRecipients)
    await db
      .update(mailingRecipients)
      .set({ state: 'sending', due_at: Date.now() })
      .where(eq(mailingRecipients.id, interrupted?.id ?? ''))
    expect(await readNew()).toHaveLength(2)
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({
      state: 'sending',
      progress: { queued: 1, sent: 2 },
    })
    wait(6)
    expect(await readNew()).toHaveLength(2)
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({
      state: 'sent',
      progress: { sent: 2, unclear: 1 },
    })
    expect(await admin.call(api.retryMailing, { params: { id } })).toEqual({ modifiedCount: 0 })
  })

  it('may do the same job twice at once: each recipient is claimed by one of them', async () => {
    const { application, admin, received } = await startWithMailServer()
    await haveSubscribers(application, 30)
    const id = await haveSent(admin)
    await admin.call(api.stopMailing, { params: { id } })
    await admin.call(api.continueMailing, { params: { id } })
    await Promise.all([application.runJobs(), application.runJobs()])
    await application.runJobs()
    expect(new Set(await readRecipients(received))).toHaveLength(30)
    expect(received).toHaveLength(30)
  })
})

describe('a mail server', () => {
  it('that refuses an address for good marks it: no further newsletter is sent there until it is confirmed again', async () => {
    let attempts = 0
    const { application, admin, received } = await startWithMailServer({
      onRcptTo: ({ address }, _session, done) => {
        if (!address.startsWith('gone')) return done()
        attempts++
        done(refuse(550, '5.1.1 no such mailbox'))
      },
    })
    await haveSubscribers(application, 2)
    await haveSubscribers(application, 1, { email: 'gone@example.test' })
    const id = await haveSent(admin)
    await application.runJobs()
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({
      state: 'sent',
      progress: { sent: 2, failed: 1 },
      failures: [{ email: 'gone@example.test', reason: 'EENVELOPE 550' }],
    })
    expect(await admin.call(api.retryMailing, { params: { id } })).toEqual({ modifiedCount: 0 })
    await haveSent(admin)
    await application.runJobs()
    expect([attempts, received.length]).toEqual([1, 4])
    await application.services.db.update(subscriptions).set({ requestedAt: 1 })
    await application.visitor.call(api.subscribeToNewsletter, { body: { email: 'gone@example.test' } })
    const queued = await application.services.db.select().from(subscriptions)
    const row = queued.find(({ email }) => email === 'gone@example.test')
    const link = application.newsletterLinks.confirm(row?.id ?? '')
    const token = new URL(link).searchParams.get('token') ?? ''
    await application.visitor.call(api.confirmNewsletter, { body: { token } })
    const next = await haveDraft(admin)
    expect(await admin.call(api.countMailingRecipients, { params: { id: next } })).toEqual({ count: 3 })
    expect(application.logged.join()).not.toContain('gone@')
  })

  it('that refuses for another reason does not mark the address, and the recipient can be tried again', async () => {
    let isBlocking = true
    const { application, admin, received } = await startWithMailServer({
      onRcptTo: (_address, _session, done) => done(isBlocking ? refuse(554, '5.7.1 blocked') : null),
    })
    await haveSubscribers(application, 2)
    const id = await haveSent(admin)
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ failed: 2, sent: 0 })
    isBlocking = false
    expect(await admin.call(api.retryMailing, { params: { id } })).toEqual({ modifiedCount: 2 })
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ failed: 0, sent: 2 })
    expect(received).toHaveLength(2)
  })

  it('that defers a recipient gets the e-mail again later, and the others do not wait', async () => {
    let isBusy = true
    const { application, admin, received } = await startWithMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(isBusy && address.startsWith('slow') ? refuse(450, '4.2.1 try later') : null),
    })
    await haveSubscribers(application, 3)
    await haveSubscribers(application, 1, { email: 'slow@example.test' })
    const id = await haveSent(admin)
    await application.runJobs()
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ queued: 1, sent: 3 })
    isBusy = false
    wait(6)
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ queued: 0, sent: 4 })
    expect(received).toHaveLength(4)
  })

  it('that is away pauses the newsletter and fails nobody', async () => {
    const port = await freePort()
    const { application, admin } = await startWithMail(port)
    await haveSubscribers(application, 12)
    const id = await haveSent(admin)
    await application.runJobs()
    const paused = await admin.call(api.getMailing, { params: { id } })
    expect(paused).toMatchObject({ state: 'sending', progress: { queued: 12, failed: 0 } })
    expect(paused.paused_until).toBeGreaterThan(Date.now())
    const received = await receiveMail(port)
    await application.runJobs()
    expect(await admin.call(api.getMailing, { params: { id } })).toMatchObject({ state: 'sent', paused_until: null })
    expect(received).toHaveLength(12)
  })

  it('that breaks off after the message leaves it unclear, and it is not sent again', async () => {
    const port = await freePort()
    let messages = 0
    await breakOffAfterMessage(port, () => messages++)
    const { application, admin } = await startWithMail(port)
    await haveSubscribers(application, 1)
    const id = await haveSent(admin)
    await application.runJobs()
    await application.runJobs()
    expect(await readProgress(admin, id)).toMatchObject({ total: 1, unclear: 1, queued: 0 })
    expect(messages).toBe(1)
  })
})

/** Starts a mail server that takes a message and closes the connection without a reply. */
async function breakOffAfterMessage(port: number, onMessage: () => void): Promise<void> {
  const server = createServer((socket) => {
    let isInMessage = false
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isInMessage) {
        if (!text.endsWith('\r\n.\r\n')) return
        onMessage()
        socket.destroy()
      } else if (text.startsWith('DATA')) {
        isInMessage = true
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
}

/** Reads the addresses in received e-mails. */
async function readRecipients(received: string[]): Promise<string[]> {
  const mails = await Promise.all(received.map((raw) => PostalMime.parse(raw)))
  return mails.map(({ to }) => to?.[0]?.address ?? '')
}
