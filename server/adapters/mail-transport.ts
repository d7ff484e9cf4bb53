/** Delivers e-mails to the mail server of `SMTP_URL`, or without one into files that a mail program opens. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import type { School } from '#contract/school.ts'
import type { MailTransport } from '#server/ports/mail-transport.ts'
import type { SchoolSettings } from '#server/ports/school-settings.ts'
import type { Settings } from '#server/settings/settings.ts'

/** In milliseconds. A slower mail server fails the try, and the job runs again. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Prevents nodemailer from reading files and URLs that a message names. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true }

/** Sends one message. Rejects where nothing accepted it. */
type Send = (message: SendMailOptions) => Promise<void>

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
  const send = smtpUrl ? createServerSend(smtpUrl) : createFolderSend(join(dataDir, 'mail'))
  return {
    async deliver({ to, ...email }, id) {
      const context = { to: maskEmails(to), mail: id }
      const from = findFrom(mail.from, school.current)
      const domain = from.address.slice(from.address.indexOf('@') + 1)
      try {
        await send({ ...email, to: { name: '', address: to }, from, messageId: `<${id}@${domain}>` })
        log.info(context, 'sent an e-mail')
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        const isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
        if (!isPermanent) throw new Error(`the e-mail was not sent (${[code, responseCode].filter(Boolean).join(' ')})`)
        log.warn({ ...context, responseCode }, 'the mail server rejected an e-mail permanently')
      }
    },
  }
}

/** Returns the sender: the school's choice of a name, then MAIL_FROM, then the school itself. */
function findFrom(from: Settings['mail']['from'], { name, email, sender_name }: School) {
  return { name: sender_name || (from?.name ?? name), address: from?.address ?? email }
}

function createServerSend(url: string): Send {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...TIMEOUTS, ...NO_ACCESS })
    await transport.sendMail(message).finally(() => transport.close())
  }
}

/** Writes each e-mail to a hidden file and renames it, so that the folder shows complete e-mails only. */
function createFolderSend(folder: string): Send {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const rendered = await createTransport({ streamTransport: true, buffer: true, ...NO_ACCESS }).sendMail(message)
    await mkdir(folder, { recursive: true })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    const hidden = join(folder, `.${name}`)
    await writeFile(hidden, rendered.message as Buffer, { mode: 0o600 })
    await rename(hidden, join(folder, name))
  }
}

/** `a…@example.test` for each address: enough to recognize, too little to write to. */
function maskEmails(addresses: string): string {
  return addresses.replaceAll(/([^\s,;<>"@])[^\s,;<>"@]*@/g, '$1…@')
}
