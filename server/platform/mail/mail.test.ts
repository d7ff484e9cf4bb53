import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { transaction } from '#server/platform/database/transaction.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { freePort } from '../../../testing/free-port.ts'
import { receiveMail } from '../../../testing/mail-server.ts'
import { readHeader } from '../../../testing/sent-emails.ts'

const message = { to: 'ada@example.test', subject: 'Your class', paragraphs: ['See you on Monday.'] }

const application = openForThisFile({ SCHOOL_NAME: 'Light & Lens', SCHOOL_ADDRESS: '1 Quay <North>' })

const send = (overrides: Partial<typeof message> & { headers?: Record<string, string> } = {}, from = application) =>
  transaction(from.services.db, (tx) => from.services.mail.send(tx, { ...message, ...overrides }))

describe('an e-mail without a mail server', () => {
  it('is written to a file, as text and HTML, from the school to one person, signed by the school', async () => {
    await send()
    const mail = (await application.readEmails()).at(-1)
    expect(mail).toMatchObject({
      from: { name: 'Light & Lens', address: application.settings.school.email },
      to: [{ address: 'ada@example.test' }],
      subject: 'Your class',
      text: expect.stringMatching(/^See you on Monday\.\n\n-- \nLight & Lens\n1 Quay <North>\n/),
      html: expect.stringContaining('<p>See you on Monday.</p>'),
    })
    expect(mail?.html).toContain('Light &amp; Lens<br>1 Quay &lt;North&gt;')
  })

  it('has its lines in the HTML too, and as a list those that begin with a hyphen', async () => {
    await send({ paragraphs: ['You can choose:\n- <credit>\n- money\nUntil Monday.\nYours', '- a coat'] })
    const mail = (await application.readEmails()).at(-1)
    expect(mail?.html).toContain(
      '<p>You can choose:</p>\n<ul><li>&lt;credit&gt;</li><li>money</li></ul>\n<p>Until Monday.<br>\nYours</p>\n<ul><li>a coat</li></ul>',
    )
    expect(mail?.text).toContain('You can choose:\n- <credit>\n- money\nUntil Monday.')
  })

  it('can be read only by the server’s own user, and is never half written', async () => {
    await send()
    await application.runJobs()
    const folder = join(application.settings.dataDir, 'mail')
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    }
  })

  it('is not sent when its transaction fails', async () => {
    const failed = transaction(application.services.db, async (tx) => {
      await application.services.mail.send(tx, { ...message, subject: 'Never' })
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect((await application.readEmails()).map(({ subject }) => subject)).not.toContain('Never')
  })

  it('escapes text in HTML', async () => {
    await send({ subject: '<b>Bold</b>', paragraphs: ['<script>alert("1")</script> & more'] })
    const html = (await application.readEmails()).at(-1)?.html ?? ''
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: all@example.test' }],
    ['address', { to: 'ada@example.test\nBcc: all@example.test' }],
    ['header', { headers: { 'X-Class': 'one\r\nBcc: all@example.test' } }],
  ])('is refused with a line break in its %s', async (_, overrides) => {
    await expect(send(overrides)).rejects.toThrow('line breaks')
  })

  it('has one recipient, even if the address contains a comma', async () => {
    await send({ to: 'ada@example.test, eve@example.test' })
    const mail = (await application.readEmails()).at(-1)
    expect(mail?.raw).not.toMatch(/^Bcc/im)
    expect(mail?.to).not.toContainEqual(expect.objectContaining({ address: 'eve@example.test' }))
  })

  it('is sent from MAIL_FROM where that is set', async () => {
    const own = await openForThisTest({ MAIL_FROM: 'The Darkroom <hello@darkroom.example>' })
    await send({}, own)
    const [mail] = await own.readEmails()
    expect(mail?.from).toEqual({ name: 'The Darkroom', address: 'hello@darkroom.example' })
    expect(mail && readHeader(mail, 'message-id')).toMatch(/^<[0-9a-f-]{36}@darkroom\.example>$/)
  })
})

describe('a mail server', () => {
  it('that is down at first gets the e-mail once it is up, and only once', async () => {
    const port = await freePort()
    const own = await openForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await send({}, own)
    await own.runJobs()
    expect(own.logged.join()).toContain('the e-mail was not sent (ESOCKET)')
    expect(own.logged.join()).not.toContain('ada@')
    const received = await receiveMail(port)
    await own.runJobs()
    await own.runJobs()
    expect(received).toHaveLength(1)
    expect(await PostalMime.parse(received[0] ?? '')).toMatchObject({
      subject: 'Your class',
      text: /See you on Monday/,
    })
  })

  it('that rejects permanently is not tried again, and the log contains no full address', async () => {
    const port = await freePort()
    const own = await openForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    let attempts = 0
    await receiveMail(port, {
      onRcptTo: (address, _session, done) => {
        attempts++
        done(Object.assign(new Error(`no such mailbox ${address.address}`), { responseCode: 550 }))
      },
    })
    await send({}, own)
    await own.runJobs()
    await own.runJobs()
    expect(attempts).toBe(1)
    expect(own.logged.join()).toContain('a…@example.test')
    expect(own.logged.join()).not.toContain('ada@')
  })

  it('that rejects temporarily is tried again, with the same Message-ID', async () => {
    const port = await freePort()
    const own = await openForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const received: string[] = []
    await receiveMail(port, {
      onData: async (stream, _session, done) => {
        const times = received.push(await text(stream))
        done(times === 1 ? Object.assign(new Error('busy'), { responseCode: 451 }) : null)
      },
    })
    await send({}, own)
    for (let time = 0; time < 3; time++) await own.runJobs()
    const mails = await Promise.all(received.map((mail) => PostalMime.parse(mail)))
    expect(mails).toHaveLength(2)
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId)
  })
})
