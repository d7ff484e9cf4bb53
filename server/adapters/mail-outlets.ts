/** Where messages leave: connections to a mail server, or a folder. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'

/** In milliseconds. A slower mail server fails the try, and the job runs again. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Prevents nodemailer from reading files and URLs that a message names. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true }

/** Messages over one connection. Mail servers end longer ones. */
const MAX_MESSAGES = 100

export interface MailOutlet {
  /** Sends one message. Rejects where nothing accepted it. @param state learns whether a part of the message was sent */
  send(message: SendMailOptions, state: { hasBegun: boolean }): Promise<void>
  close(): void
}

/** Opens connections when they are needed. A message that was begun is never sent over another one. */
export function openMailServer(url: string, connections: number): MailOutlet {
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
export function openFolder(folder: string): MailOutlet {
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
