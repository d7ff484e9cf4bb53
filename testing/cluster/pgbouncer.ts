/** PgBouncer in transaction mode, with the rules of ops/pgbouncer/pgbouncer.ini and without passwords. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startDaemon } from './daemon.ts'

const EXAMPLE = join(import.meta.dirname, '../../ops/pgbouncer/pgbouncer.ini')

/** Settings of the example that do not fit a temporary server. */
const OWN = /^(listen_\w+|auth_\w+|school) = .*\n/gm

/** Starts it in front of the server of `databaseUrl`. Returns the URL of the database through it. */
export async function startPgBouncer(databaseUrl: string, folder: string) {
  const port = await freePort()
  const { hostname, port: target, username, pathname } = new URL(databaseUrl)
  const example = (await readFile(EXAMPLE, 'utf8')).replace(OWN, '')
  const own = { listen_addr: '127.0.0.1', listen_port: port, auth_type: 'any', unix_socket_dir: '' }
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`)
  const database = `* = host=${hostname} port=${target} user=${username}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${example.replace('[databases]\n', `[databases]\n${database}\n`)}\n${lines.join('\n')}\n`)
  const daemon = await startDaemon(['/usr/sbin/pgbouncer', '-q', file], folder, port)
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop: daemon.stop }
}
