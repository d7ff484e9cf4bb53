/** Delivers e-mails to the mail server of `SMTP_URL`, or without one into files that a mail program opens. */

import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { School } from '#contract/school.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import type { RenderedEmail } from '#server/platform/mail/email-message.ts'
import type { Delivery, MailTransport } from '#server/ports/mail-transport.ts'
import type { SchoolSettings } from '#server/ports/school-settings.ts'
import type { Settings } from '#server/settings/settings.ts'

/**
 * Opens the transport that the settings name. nodemailer loads with the first e-mail, because it would slow the start.
 * @param school says from whom the e-mails come, as far as MAIL_FROM does not
 */
export function openMailTransport(
  { mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>,
  school: SchoolSettings,
  log: FastifyBaseLogger,
): MailTransport {
  const { smtpUrl } = mail
  const open = (connections: number) =>
    smtpUrl ? openMailServer(smtpUrl, connections) : openFolder(join(dataDir, 'mail'))
  const deliverTo = async (outlet: MailOutlet, { to, ...email }: RenderedEmail, id: string): Promise<Delivery> => {
    const context = { to: maskEmails(to), mail: id }
    const from = findFrom(mail.from, school.current)
    const domain = from.address.slice(from.address.indexOf('@') + 1)
    const state = { hasBegun: false }
    try {
      await outlet.send({ ...email, to: { name: '', address: to }, from, messageId: `<${id}@${domain}>` }, state)
      log.info(context, 'sent an e-mail')
      return { outcome: 'sent' }
    } catch (error) {
      const delivery = toDelivery(error as MailError, state.hasBegun)
      if (delivery.outcome === 'refused')
        log.warn({ ...context, reason: delivery.reason }, 'the mail server rejected an e-mail permanently')
      return delivery
    }
  }
  return {
    async deliver(email, id) {
      const outlet = open(1)
      const delivery = await deliverTo(outlet, email, id).finally(() => outlet.close())
      if (delivery.outcome === 'sent' || delivery.outcome === 'refused') return
      throw new Error(`the e-mail was not sent (${delivery.reason})`)
    },
    openBatch(connections) {
      const outlet = open(connections)
      return { deliver: (email, id) => deliverTo(outlet, email, id), close: () => outlet.close() }
    },
  }
}

/** Returns the sender: the school's choice of a name, then MAIL_FROM, then the school itself. */
function findFrom(from: Settings['mail']['from'], { name, email, sender_name }: School) {
  return { name: sender_name || (from?.name ?? name), address: from?.address ?? email }
}

/** `a…@example.test` for each address: enough to recognize, too little to write to. */
function maskEmails(addresses: string): string {
  return addresses.replaceAll(/([^\s,;<>"@])[^\s,;<>"@]*(@?)/g, (word, first, at) => (at ? `${first}…@` : word))
}

/** The parts of an error of nodemailer. */
export interface MailError {
  code?: string
  /** The status of the mail server. Source: RFC 5321, section 4.2 */
  responseCode?: number
  response?: string
  /** The step that failed, such as `RCPT TO`. */
  command?: string
}

/** The mailbox is unavailable, not local, or its name is not allowed. Source: RFC 5321, section 4.2.3 */
const ADDRESS_STATUSES = [550, 551, 553]

/** The recipient's address or mailbox is bad, but not our own address or policy. Source: RFC 3463, sections 3.2 and 3.3 */
const ADDRESS_DETAIL = /^5\.(1\.[0-6]|1\.9|1\.10|2\.1)$/

/** @param hasBegun whether a part of the message was sent */
export function toDelivery(error: MailError, hasBegun: boolean): Exclude<Delivery, { outcome: 'sent' }> {
  const { code, responseCode = 0, command } = error
  const reason = joinParts([code, responseCode > 0 && String(responseCode)], ' ') || 'unknown'
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // The server refuses us as a sender, which is the same for every e-mail.
  const isAboutUs = command === 'MAIL FROM' || responseCode === 421
  if (isAboutEmail && !isAboutUs) {
    if (responseCode >= 500) return { outcome: 'refused', reason, isAddressInvalid: isAddressInvalid(error) }
    if (responseCode >= 400) return { outcome: 'deferred', reason }
    // Nodemailer itself refuses what cannot be an address.
    if (command === 'API') return { outcome: 'refused', reason, isAddressInvalid: true }
  }
  return { outcome: hasBegun && responseCode === 0 ? 'unclear' : 'unavailable', reason }
}

/** Returns whether the mail server says that the address does not exist. Other reasons may pass, such as a full mailbox or a block list. */
function isAddressInvalid({ command, responseCode = 0, response = '' }: MailError): boolean {
  if (command !== 'RCPT TO') return false
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return detail ? ADDRESS_DETAIL.test(detail) : ADDRESS_STATUSES.includes(responseCode)
}

/** In milliseconds. A slower mail server fails the try, and the job runs again. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Prevents nodemailer from reading files and URLs that a message names. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true }

/** Messages over one connection. Mail servers end longer ones. */
const MAX_MESSAGES = 100

interface MailOutlet {
  /** Sends one message. Rejects where nothing accepted it. @param state learns whether a part of the message was sent */
  send(message: SendMailOptions, state: { hasBegun: boolean }): Promise<void>
  close(): void
}

/** Opens connections when they are needed. A message that was begun is never sent over another one. */
function openMailServer(url: string, connections: number): MailOutlet {
  const streams = new Map<string, Readable>()
  let opened: Promise<Transporter> | undefined
  return {
    async send(message, state) {
      opened ??= connect(url, connections, streams)
      const id = String(message.messageId)
      try {
        await (await opened).sendMail(message)
      } catch (error) {
        state.hasBegun = streams.get(id)?.readableDidRead ?? false
        throw error
      } finally {
        streams.delete(id)
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** @param streams receives the source of each message by its Message-ID: once it was read, a part of the message was sent */
async function connect(url: string, connections: number, streams: Map<string, Readable>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const options = { url, ...TIMEOUTS, ...NO_ACCESS }
  const pool = { pool: true, maxConnections: connections, maxMessages: MAX_MESSAGES, maxRequeues: 1 } as const
  const transport = (
    connections > 1 ? createTransport({ ...options, ...pool }) : createTransport(options)
  ) as Transporter
  transport.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message)
    message.createReadStream = (streamOptions) => {
      const stream = createReadStream(streamOptions)
      streams.set(String(data.messageId), stream)
      return stream
    }
    done()
  })
  // Each message that failed has the error too.
  transport.on('error', () => {})
  return transport
}

/** Writes each e-mail to a hidden file and renames it, so that the folder shows complete e-mails only. Makes the folder where it is missing. */
function openFolder(folder: string): MailOutlet {
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const rendered = await createTransport({ streamTransport: true, buffer: true, ...NO_ACCESS }).sendMail(message)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
      const hidden = join(folder, `.${name}`)
      const write = () => writeFile(hidden, rendered.message as Buffer, { mode: 0o600 })
      await write().catch(async () => {
        await mkdir(folder, { recursive: true })
        await write()
      })
      await rename(hidden, join(folder, name))
    },
    close() {},
  }
}
