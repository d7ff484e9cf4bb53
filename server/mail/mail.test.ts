import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { freePort } from '../../tests/free-port.ts'
import { headerOf } from '../../tests/mails.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'

const letter = { to: 'ada@example.test', subject: 'Your class', paragraphs: ['See you on Monday.'] }

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool({ SCHOOL_NAME: 'Light & Lens', SCHOOL_ADDRESS: '1 Quay <North>' })
})
afterAll(() => school.close())

const send = (said: Partial<typeof letter> & { headers?: Record<string, string> } = {}, from = school) =>
  transaction(from.parts.db, (tx) => from.parts.mail.send(tx, { ...letter, ...said }))

describe('a mail without a mail server', () => {
  it('becomes a file, plain and as HTML, from the school to one person, with the school at its foot', async () => {
    await send()
    const mail = (await school.mails()).at(-1)
    expect(mail).toMatchObject({
      from: { name: 'Light & Lens', address: school.parts.settings.school.email },
      to: [{ address: 'ada@example.test' }],
      subject: 'Your class',
      text: expect.stringMatching(/^See you on Monday\.\n\n-- \nLight & Lens\n1 Quay <North>\n/),
      html: expect.stringContaining('<p>See you on Monday.</p>'),
    })
    expect(mail?.html).toContain('Light &amp; Lens<br>1 Quay &lt;North&gt;')
  })

  it('lies where only the school’s own user can read it, and nothing half written lies beside it', async () => {
    await send()
    await school.work()
    const folder = join(school.parts.settings.dataDir, 'mail')
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    }
  })

  it('does not go out when the transaction that sent it fails', async () => {
    const failed = transaction(school.parts.db, async (tx) => {
      await school.parts.mail.send(tx, { ...letter, subject: 'Never' })
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect((await school.mails()).map(({ subject }) => subject)).not.toContain('Never')
  })

  it('shows what people wrote as text, never as HTML', async () => {
    await send({ subject: '<b>Bold</b>', paragraphs: ['<script>alert("1")</script> & more'] })
    const html = (await school.mails()).at(-1)?.html ?? ''
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: all@example.test' }],
    ['address', { to: 'ada@example.test\nBcc: all@example.test' }],
    ['header', { headers: { 'X-Class': 'one\r\nBcc: all@example.test' } }],
  ])('is refused with a line break in its %s', async (_, said) => {
    await expect(send(said)).rejects.toThrow('line breaks')
  })

  it('has one recipient, whatever the address looks like', async () => {
    await send({ to: 'ada@example.test, eve@example.test' })
    const mail = (await school.mails()).at(-1)
    expect(mail?.raw).not.toMatch(/^Bcc/im)
    expect(mail?.to).not.toContainEqual(expect.objectContaining({ address: 'eve@example.test' }))
  })

  it('is from MAIL_FROM where that is set', async () => {
    const own = await schoolForThisTest({ MAIL_FROM: 'The Darkroom <hello@darkroom.example>' })
    await send({}, own)
    const [mail] = await own.mails()
    expect(mail?.from).toEqual({ name: 'The Darkroom', address: 'hello@darkroom.example' })
    expect(mail && headerOf(mail, 'message-id')).toMatch(/^<[0-9a-f-]{36}@darkroom\.example>$/)
  })
})

describe('a mail server', () => {
  it('that is away at first gets the mail when it is back, once', async () => {
    const port = await freePort()
    const own = await schoolForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await send({}, own)
    await own.work()
    expect(own.logged.join()).toContain('the post did not take a mail (ESOCKET)')
    expect(own.logged.join()).not.toContain('ada@')
    const received = await receiveMail(port)
    await own.work()
    await own.work()
    expect(received).toHaveLength(1)
    expect(await PostalMime.parse(received[0] ?? '')).toMatchObject({
      subject: 'Your class',
      text: /See you on Monday/,
    })
  })

  it('that refuses for good is not asked again, and the log has no whole address', async () => {
    const port = await freePort()
    const own = await schoolForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    let asked = 0
    await receiveMail(port, {
      onRcptTo: (address, _session, done) => {
        asked++
        done(Object.assign(new Error(`no such mailbox ${address.address}`), { responseCode: 550 }))
      },
    })
    await send({}, own)
    await own.work()
    await own.work()
    expect(asked).toBe(1)
    expect(own.logged.join()).toContain('a…@example.test')
    expect(own.logged.join()).not.toContain('ada@')
  })

  it('that says later is asked again, with the same Message-ID', async () => {
    const port = await freePort()
    const own = await schoolForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const received: string[] = []
    await receiveMail(port, {
      onData: async (stream, _session, done) => {
        const times = received.push(await text(stream))
        done(times === 1 ? Object.assign(new Error('busy'), { responseCode: 451 }) : null)
      },
    })
    await send({}, own)
    for (let time = 0; time < 3; time++) await own.work()
    const mails = await Promise.all(received.map((mail) => PostalMime.parse(mail)))
    expect(mails).toHaveLength(2)
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId)
  })
})

/** A mail server on a port for this test; what it has received grows. */
async function receiveMail(port: number, options: Partial<SMTPServerOptions> = {}): Promise<string[]> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) =>
      text(stream).then((mail) => {
        received.push(mail)
        done()
      }),
    ...options,
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return received
}
