import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SERVER_ARGUMENTS } from '../../ops/server-arguments.mjs'
import { send } from '../../testing/cluster/client.ts'
import { asService, chownToServer } from '../../testing/databases/postgres-server.ts'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_IMAGE_MB = 900

const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: 'pipe', cwd: ROOT })

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'school-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('nginx accepts the example of a site', () => {
  const folder = createFolder()
  const certificate = [
    '-keyout',
    join(folder, 'privkey.pem'),
    '-out',
    join(folder, 'fullchain.pem'),
    '-subj',
    '/CN=school.example',
  ]
  run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...certificate)
  mkdirSync(join(folder, 'school'))
  for (const name of ['proxy.conf', 'instances.conf'])
    cpSync(join(ROOT, 'ops/nginx', name), join(folder, 'school', name))
  const site = readFileSync(join(ROOT, 'ops/nginx/school.conf'), 'utf8').replaceAll(
    '/etc/letsencrypt/live/school.example',
    folder,
  )
  writeFileSync(join(folder, 'nginx.conf'), `pid nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`)
  run('nginx', '-t', '-q', '-e', 'stderr', '-p', folder, '-c', 'nginx.conf')
})

it('Prometheus accepts the alert rules and the example of its configuration', () => {
  expect(run('promtool', 'check', 'rules', 'ops/prometheus/alerts.yml')).toContain('SUCCESS')
})

it('the shell accepts the rolling restart', () => {
  run('sh', '-n', 'ops/nginx/rolling-restart.sh')
})

it('the files that the Dockerfile copies run the demo as a user who may not write them', {
  timeout: 240_000,
}, async () => {
  const folder = createFolder()
  execFileSync('chmod', ['755', folder])
  copyImage(join(folder, 'app'))
  const megabytes = Number(run('du', '-sm', join(folder, 'app')).split('\t')[0])
  console.log(`The files of the image have ${megabytes} MB.`)
  expect(megabytes).toBeLessThan(MAX_IMAGE_MB)
  const [node, use] = asService(process.execPath, [
    '-e',
    "import('./ops/ensure-built.mjs').then((m) => m.ensureServerBuilt())",
  ])
  const built = spawnSync(node, use, { cwd: join(folder, 'app'), encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  chownToServer(data)
  const [file, args] = asService(process.execPath, SERVER_ARGUMENTS)
  const server = startServerProcess({ DATA_DIR: data }, { cwd: join(folder, 'app'), command: [file, ...args] })
  onTestFinished(() => stopServerProcess(server).then(() => undefined))
  const url = await server.url
  const page = await send(`${url}/classes`)
  expect(page.status).toBe(200)
  const picture = /\/pictures\/demo\/[^"\s,]+/.exec(page.body)?.[0]
  expect((await send(`${url}${picture}`)).status).toBe(200)
})

/** Copies what the last stage of the Dockerfile copies, with the packages that are not for development only. */
function copyImage(target: string): void {
  const dockerfile = readFileSync(join(ROOT, 'ops/docker/Dockerfile'), 'utf8')
  const copies = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)]
  for (const [, from = '', to = ''] of copies) {
    if (from === 'node_modules') continue
    mkdirSync(join(target, to, '..'), { recursive: true })
    cpSync(join(ROOT, from), join(target, to), { recursive: true })
  }
  const packages = run('npm', 'ls', '--omit=dev', '--all', '--parseable').trim().split('\n').slice(1)
  for (const path of packages.filter((path) => path.lastIndexOf('node_modules') === path.indexOf('node_modules'))) {
    mkdirSync(join(target, relative(ROOT, path), '..'), { recursive: true })
    execFileSync('cp', ['-al', path, join(target, relative(ROOT, path))])
  }
}
