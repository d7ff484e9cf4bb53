/** nginx in front of instances of this machine, with the rules of ops/nginx/proxy.conf. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { startDaemon } from './daemon.ts'

const EXAMPLES = join(import.meta.dirname, '../../ops/nginx')

/** Reloading starts new workers, and the old ones finish their requests. */
const RELOAD_MS = 300

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export interface LoadBalancer {
  url: string
  /** Passes no further request to an instance; null for none. */
  takeOut(port: number | null): Promise<void>
  stop(): Promise<void>
}

/** Starts nginx on a free port. It chooses an instance for each request: no session is sticky. */
export async function startNginx(ports: number[], folder: string): Promise<LoadBalancer> {
  const port = await freePort()
  const writeInstances = async (down: number | null) => {
    const lines = ports.map(
      (one) => `server 127.0.0.1:${one} ${one === down ? 'down' : 'max_fails=1 fail_timeout=2s'};`,
    )
    await writeFile(join(folder, 'instances.conf'), `${lines.join('\n')}\n`)
  }
  await writeInstances(null)
  const proxy = await readFile(join(EXAMPLES, 'proxy.conf'), 'utf8')
  await writeFile(join(folder, 'nginx.conf'), configure(port, proxy))
  const command: [string, ...string[]] = ['/usr/sbin/nginx', '-e', 'stderr', '-p', folder, '-c', 'nginx.conf']
  const daemon = await startDaemon(command, folder, port)
  return {
    url: `http://127.0.0.1:${port}`,
    async takeOut(down) {
      await writeInstances(down)
      daemon.kill('SIGHUP')
      await pause(RELOAD_MS)
    },
    stop: daemon.stop,
  }
}

function configure(port: number, proxy: string): string {
  const temporary = TEMPORARY.map((name) => `  ${name}_temp_path temp-${name};`).join('\n')
  return `daemon off;
pid nginx.pid;
error_log stderr crit;
worker_processes 2;
events { worker_connections 1024; }
http {
${temporary}
  access_log access.log;
  upstream school {
    include instances.conf;
    zone school 64k;
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
${proxy}
  }
}
`
}
