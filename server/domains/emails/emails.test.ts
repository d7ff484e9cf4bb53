import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EmailChange } from '#contract/emails.ts'
import { MAX_EMAIL_TEXT_LENGTH, MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { readWords } from './changed-words.ts'
import { emailTemplates } from './emails.table.ts'

const application = openForThisFile()
let admin: Visitor & { user: { email: string; name: string } }
beforeAll(async () => {
  admin = await application.signedIn('admin')
})
beforeEach(async () => {
  await application.services.db.delete(emailTemplates)
})

const params = { id: 'receipt' }
const RECEIPT = { subject: 'Paid: {{class_name}}', text: '# Hi {{recipient_name}}\n\n{{receipt_lines}}' }
const RESET = { subject: 'Key', text: 'Here:\n\n[Open]({{reset_link}})' }

const read = (id = 'receipt') => admin.call(api.getEmail, { params: { id } })
const change = (body: EmailChange, ifMatch?: number, id = 'receipt') =>
  admin.call(api.changeEmail, { params: { id }, body }, { ifMatch })
const reset = (ifMatch?: number) => admin.call(api.resetEmail, { params }, { ifMatch })
const readLog = async () => (await admin.call(api.listActivity, { query: { page: 1 } }))[0]
const findMails = async (email: string) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email)

async function buyClass(name = 'Fog') {
  const student = await application.signedIn('student', {
    name: 'Ada',
    emailConfirmed: true,
    identityId: crypto.randomUUID(),
  })
  await buy(student, await makeClass(application.services.db, { name }))
  return (await findMails(student.user.email)).at(-1)
}

describe('the words of an e-mail', () => {
  it('are listed for admins with their recipient, occasion, subject and state', async () => {
    const listed = async () => (await admin.call(api.listEmails)).find(({ _id }) => _id === 'receipt')
    expect(await listed()).toEqual({
      ...{ _id: 'receipt', group: 'Payments and seats', name: 'Receipt', recipient: 'The student who paid' },
      occasion: 'After a payment, with which the student is enrolled',
      ...{ subject: 'Receipt {{receipt}}: {{class_name}}', state: 'default', version: 0 },
    })
    await change(RECEIPT)
    expect(await listed()).toMatchObject({ subject: RECEIPT.subject, state: 'changed', version: 1 })
  })

  it('apply to the next e-mail once they are changed, as text and as HTML', async () => {
    expect((await buyClass())?.subject).toMatch(/^Receipt \d+: Fog$/)
    expect(await change(RECEIPT)).toEqual({ modifiedCount: 1 })
    const mail = await buyClass('Rain & <b>*shine*</b>')
    expect(mail?.subject).toBe('Paid: Rain & <b>*shine*</b>')
    expect(mail?.text).toMatch(
      /^Hi Ada\n\nReceipt \d+\n.+\n\$[\d.]+, paid by card\nTransaction pi_\S+\nOrder \d{6}\n\n-- \n/,
    )
    expect(mail?.html).toMatch(/<h2>Hi Ada<\/h2>\n<p>Receipt \d+<br>\n/)
  })

  it('that another instance has changed apply as well', async () => {
    await application.services.db.insert(emailTemplates).values({ key: 'receipt', ...RECEIPT })
    expect((await buyClass('Night'))?.subject).toBe('Paid: Night')
  })

  it('of the sign-in apply too, and contain its link', async () => {
    await change(RESET, 0, 'password-reset')
    const member = await new Member(application, 'reset@example.test').register()
    await member.identify('request-password-reset', { email: member.email })
    const mail = (await findMails(member.email)).find(({ subject }) => subject === 'Key')
    expect(mail?.text).toMatch(/^Here:\n\nOpen:\nhttp:\/\/127\.0\.0\.1:\d+\/reset-password\?token=\w+\n/)
  })

  it('are the default ones again after a reset, which does not start their versions again', async () => {
    const before = await read()
    await change(RECEIPT)
    expect(await reset(1)).toEqual({ modifiedCount: 1 })
    expect(await read()).toEqual({ ...before, version: 2 })
    expect(await reset(2)).toEqual({ modifiedCount: 0 })
    expect(await readWords(application.services.db, ['receipt'])).toEqual(new Map())
    await change({ subject: 'Mine' })
    expect(await catchCode(change({ subject: 'Late' }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await read()).toMatchObject({ subject: 'Mine', text: before.default_text, version: 3 })
    expect((await buyClass())?.subject).toBe('Mine')
  })

  it('are changed for the first time by one of two admins who do it at once, and the other is told', async () => {
    for (let time = 0; time < 3; time++) {
      await application.services.db.delete(emailTemplates)
      const subjects = ['First', 'Second']
      const changes = await Promise.allSettled(subjects.map((subject) => change({ subject }, 0)))
      const saved = changes.findIndex(({ status }) => status === 'fulfilled')
      expect(changes[1 - saved]).toMatchObject({ reason: { code: 'CHANGED_MEANWHILE' } })
      expect((await read()).subject).toBe(subjects[saved])
    }
  })

  it('are the default ones where they are changed to those', async () => {
    const { default_subject: subject, default_text: text } = await read()
    expect(await change({ subject, text })).toEqual({ modifiedCount: 0 })
    await change(RECEIPT)
    await change({ subject, text })
    expect(await read()).toMatchObject({ state: 'default' })
  })

  it('are changed by one of the admins who save at the same time', async () => {
    const saved = await Promise.allSettled([...'ABCDEFGH'].map((subject) => change({ subject }, 0)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await catchCode(reset(0))).toBe('CHANGED_MEANWHILE')
    expect((await read()).version).toBe(1)
  })

  it('that have become invalid are not sent, which the list says', async () => {
    const words = { subject: 'Old', text: 'Hi {{former}}' }
    await application.services.db.insert(emailTemplates).values({ key: 'receipt', ...words })
    expect(await read()).toMatchObject({ state: 'outdated', problem: expect.stringContaining('{{former}}') })
    expect((await buyClass())?.subject).toMatch(/^Receipt \d+: Fog$/)
    expect(await catchCode(change({ subject: 'New' }))).toBe('INVALID_INPUT')
    expect(await reset()).toEqual({ modifiedCount: 1 })
  })

  it('are logged by subject and without the text; a refused change is not', async () => {
    await change(RECEIPT)
    expect(await readLog()).toMatchObject({
      ...{ deed: 'email_changed', subject: 'Receipt', words: 'Changed: Text' },
      changes: [{ field: 'Subject', from: 'Receipt {{receipt}}: {{class_name}}', to: RECEIPT.subject }],
    })
    await reset()
    const last = await readLog()
    expect(last).toMatchObject({ deed: 'email_reset', subject: 'Receipt', words: 'Changed: Text' })
    await catchCode(change({ text: 'Nothing' }))
    await catchCode(change({ subject: 'Late' }, 7))
    expect(await readLog()).toEqual(last)
  })

  it.each<[string, EmailChange, string]>([
    [
      'an unknown variable',
      { subject: '{{student}}' },
      'subject: {{student}} is not a variable of this e-mail. It has {{greeting}},',
    ],
    ['a left-out block', { text: 'Thank you.' }, 'text: must contain {{receipt_lines}}'],
    ['a script as a link', { text: `[x](javascript:alert(1))\n\n{{receipt_lines}}` }, 'text: the link to javascript:'],
    ['a blank subject', { subject: ' ' }, 'subject: '],
    ['a subject of two lines', { subject: 'A\nBcc: all@example.test' }, 'subject: '],
    ['a long subject', { subject: 'x'.repeat(MAX_NAME_LENGTH + 1) }, 'subject: '],
    ['a blank text', { text: '' }, 'text: '],
    ['a long text', { text: 'x'.repeat(MAX_EMAIL_TEXT_LENGTH + 1) }, 'text: '],
    ['a control character', { text: `\u0007${RECEIPT.text}` }, 'text: '],
    ['half of a surrogate pair', { text: `\ud800${RECEIPT.text}` }, 'text: '],
    ['NUL', { subject: 'a\0b' }, 'subject: '],
  ])('are refused with %s, in words', async (_what, body, message) => {
    const error = await catchError(change(body))
    expect(error.code).toBe('INVALID_INPUT')
    expect(error.message.slice(0, message.length)).toBe(message)
    expect((await read()).state).toBe('default')
  })
})

describe('a preview and a test', () => {
  it('have the words of the caller with example values, and store nothing', async () => {
    expect(await admin.call(api.previewEmail, { params, body: RECEIPT })).toEqual({
      subject: 'Paid: Fog in the City',
      html: expect.stringMatching(/^<h2>Hi Ada Lovelace<\/h2>\n<p>Receipt 1001<br>\n/),
    })
    expect(await admin.call(api.testEmailWords, { params, body: RECEIPT })).toEqual({ email: admin.user.email })
    const mail = (await findMails(admin.user.email)).at(-1)
    expect(mail).toMatchObject({ subject: 'Test: Paid: Fog in the City', to: [{ address: admin.user.email }] })
    expect(mail?.text).toContain('This is a test with example values, which only you received.')
    expect((await read()).version).toBe(0)
  })

  it('are refused with words that could not be saved', async () => {
    const body = { ...RECEIPT, text: '{{student}}' }
    expect((await catchError(admin.call(api.previewEmail, { params, body }))).message).toContain('{{student}}')
    expect(await catchCode(admin.call(api.testEmailWords, { params, body }))).toBe('INVALID_INPUT')
  })

  it('are limited: ten tests in ten minutes', async () => {
    const other = await application.signedIn('admin')
    const send = () => catchCode(other.call(api.testEmailWords, { params, body: { ...RECEIPT, text: 'x' } }))
    for (let time = 0; time < 10; time++) expect(await send()).toBe('INVALID_INPUT')
    expect(await send()).toBe('TOO_MANY_REQUESTS')
  })
})

describe('every call about e-mails', () => {
  const calls = (by: Visitor) => [
    by.call(api.listEmails),
    by.call(api.getEmail, { params }),
    by.call(api.changeEmail, { params, body: RECEIPT }),
    by.call(api.resetEmail, { params }),
    by.call(api.previewEmail, { params, body: RECEIPT }),
    by.call(api.testEmailWords, { params, body: RECEIPT }),
  ]
  const catchAll = (by: Visitor) => Promise.all(calls(by).map(catchCode))

  it('is for admins', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect(new Set(await catchAll(await application.signedIn(role)))).toEqual(new Set(['NOT_ALLOWED']))
    expect(new Set(await catchAll(application.visitor))).toEqual(new Set(['NOT_SIGNED_IN']))
  })

  it('refuses access tokens, whatever their scopes', async () => {
    expect(await admin.call(api.listAccessTokenScopes)).not.toContainEqual(expect.stringMatching(/^emails/))
    const body = { name: 'Program', scopes: ['school:write'], days: 1 }
    const { token } = await admin.call(api.createAccessToken, { body })
    expect(new Set(await catchAll(application.visitor.as(token)))).toEqual(new Set(['TOKEN_NOT_ALLOWED']))
  })

  it('that changes words requires a recent sign-in', async () => {
    const { call } = await application.signedIn('admin', { signedInAt: Date.now() - 61 * 60_000 })
    expect(await catchCode(call(api.changeEmail, { params, body: RECEIPT }))).toBe('REAUTH_REQUIRED')
    expect(await catchCode(call(api.resetEmail, { params }))).toBe('REAUTH_REQUIRED')
    expect((await read()).state).toBe('default')
  })

  it.each(['unknown', '', '__proto__', 'Receipt', "'; drop table email_templates; --", 'x'.repeat(400)])(
    'finds no e-mail %j',
    async (id) => {
      expect(await catchCode(admin.call(api.getEmail, { params: { id } }))).toBe('NOT_FOUND')
      expect(await catchCode(change(RECEIPT, undefined, id))).toBe('NOT_FOUND')
      expect(await application.services.db.execute(sql`select 1 from email_templates`)).toMatchObject({ rows: [] })
    },
  )
})
