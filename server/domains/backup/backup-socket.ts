/**
 * Lets `npm run backup` and `npm run export` read a running school on the embedded database, which only the server may open. It is a socket in DATA_DIR, a
 * folder that only the server's own user can enter.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/platform/start-error.ts'

export type SocketPath = '/backup' | '/export'

type Write = (output: Writable) => Promise<unknown>

export function findSocket(dataDir: string): string {
  return join(dataDir, 'backup.sock')
}

/**
 * Listens for backups. Returns a function that stops listening. Where the file system has no sockets or the path is too long, the server
 * runs without, and backups need it stopped.
 * @param writers what each path of the socket writes
 */
export async function listenForBackups(
  dataDir: string,
  writers: Record<SocketPath, Write>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const path = findSocket(dataDir)
  let isBusy = false
  const server = createServer(async ({ url }, response) => {
    if (isBusy) return refuse(response, 'Another backup or export is in progress. Try again when it is complete.')
    isBusy = true
    await sendArchive(response, writers[url as SocketPath], log)
    isBusy = false
  })
  // The folder's lock is ours, so a socket of this name was left by a crash.
  await rm(path, { force: true })
  server.listen(path)
  const isListening = await once(server, 'listening').then(
    () => true,
    (error: unknown) => log.warn(error, 'backups need the server stopped, because it cannot open a socket in DATA_DIR'),
  )
  return async () => {
    if (!isListening) return
    server.close()
    server.closeIdleConnections()
    await once(server, 'close')
  }
}

async function sendArchive(response: ServerResponse, write: Write, log: FastifyBaseLogger): Promise<void> {
  try {
    await write(response)
    log.info('a backup or an export was taken')
  } catch (error) {
    log.error(error, 'a backup or an export failed')
    if (response.headersSent) response.destroy()
    else refuse(response, error instanceof StartError ? error.message : 'The server could not do it. See its log.')
  }
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(409).end(message)
}
