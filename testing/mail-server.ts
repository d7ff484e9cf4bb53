/** A mail server for tests. */
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** Starts a mail server for one test. It adds each e-mail to the returned array. */
export async function receiveMail(port: number, options: Partial<SMTPServerOptions> = {}): Promise<string[]> {
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
