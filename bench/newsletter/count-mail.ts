/** A mail server that counts the e-mails for each address. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface MailCounter {
  url: string
  /** Resolves when so many e-mails were received. */
  reach(count: number): Promise<void>
  count(): { received: number; repeated: number }
  /** Seconds from the first e-mail to the last one. */
  seconds(): number
  close(): Promise<void>
}

export async function countMail(): Promise<MailCounter> {
  const addresses = new Map<string, number>()
  const times: number[] = []
  let total = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.on('end', () => {
        const address = envelope.rcptTo[0]?.address ?? ''
        addresses.set(address, (addresses.get(address) ?? 0) + 1)
        times.push(performance.now())
        total++
        done()
      })
      stream.resume()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async reach(count) {
      while (total < count) await pause(20)
    },
    count: () => ({ received: addresses.size, repeated: total - addresses.size }),
    seconds: () => ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
