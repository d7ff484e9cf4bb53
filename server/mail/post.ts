/** Where mail goes: to the mail server of `SMTP_URL`, or without one into files that a mail program opens. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Settings } from '#server/settings.ts'

/** Carries one message away. Rejects where nobody took it. */
export type Post = (message: SendMailOptions) => Promise<void>

/** In milliseconds; a mail server that is slower than this is asked again later. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Nothing that a message names is fetched for it. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** The way that the settings say. nodemailer is loaded with the first mail: it would be a good part of the start. */
export function openPost({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>): Post {
  return mail.smtpUrl ? toServer(mail.smtpUrl) : toFolder(join(dataDir, 'mail'))
}

function toServer(url: string): Post {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...PATIENCE, ...CLOSED })
    await transport.sendMail(message).finally(() => transport.close())
  }
}

/** Written beside and then renamed, so that whoever watches the folder sees whole mails only. */
function toFolder(folder: string): Post {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const written = await createTransport({ streamTransport: true, buffer: true, ...CLOSED }).sendMail(message)
    await mkdir(folder, { recursive: true })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    const beside = join(folder, `.${name}`)
    await writeFile(beside, written.message as Buffer, { mode: 0o600 })
    await rename(beside, join(folder, name))
  }
}
