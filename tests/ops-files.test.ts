import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { api } from '../contract/api.ts'
import { MAX_IMAGE_BYTES } from '../contract/values/image-limits.ts'
import { MAX_IMPORT_BYTES } from '../contract/values/limits.ts'
import { SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from '../ops/server-arguments.mjs'
import { createMetrics } from '../server/http/metrics.ts'
import { Environment } from '../server/settings/environment.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('the files for operators', () => {
  it.each(globSync('ops/**/*.{yaml,yml}', { cwd: ROOT }))('%s is YAML', (path) => {
    const errors = parseAllDocuments(read(path)).flatMap((document) => ('errors' in document ? document.errors : []))
    expect(errors).toEqual([])
  })

  it('set variables only that the server reads', () => {
    const paths = ['ops/docker/Dockerfile', 'ops/docker/compose.yaml', 'ops/systemd/photography-school@.service']
    const readable = [
      ...Object.keys(Environment.shape),
      'NODE_ENV',
      ...Object.keys(SERVER_ENVIRONMENT),
      'POSTGRES_USER',
      'POSTGRES_DB',
      'POSTGRES_PASSWORD',
      'S3_SECRET',
    ]
    readable.push('MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD')
    const set = paths.flatMap((path) => [...read(path).matchAll(/\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?=[=:] ?)/g)])
    expect(set.length).toBeGreaterThan(10)
    expect(set.flatMap(([, name = '']) => (readable.includes(name) ? [] : [name]))).toEqual([])
  })

  it('choose no card provider that takes test cards from the public', () => {
    const paths = globSync('ops/{docker,systemd}/*', { cwd: ROOT })
    const chosen = paths.flatMap((path) =>
      [...read(path).matchAll(/^\s*CARDS(?:=|: )(.*)$/gm)].map(([, value]) => value),
    )
    expect(chosen).toEqual([expect.stringMatching(/^\$\{CARDS:\?/)])
  })

  it('run the server with the same arguments and environment as npm start', () => {
    const [unit, dockerfile] = [read('ops/systemd/photography-school@.service'), read('ops/docker/Dockerfile')]
    const [, service] = /^ExecStart=\S+\/node_modules\/.bin\/node (.*)$/m.exec(unit) ?? []
    expect(service?.split(' ')).toEqual(SERVER_ARGUMENTS)
    const [, image = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? []
    expect(JSON.parse(image)).toEqual(['node_modules/.bin/node', ...SERVER_ARGUMENTS])
    for (const [name, value] of Object.entries(SERVER_ENVIRONMENT))
      for (const file of [unit, dockerfile]) expect(file).toContain(` ${name}=${value}`)
  })

  it('stop the server before the PostgreSQL that it has started', () => {
    expect(read('ops/systemd/photography-school@.service')).toMatch(/^KillMode=mixed$/m)
  })

  it('redirect no call: nginx adds the slash with which the path of a location ends', () => {
    const files = ['ops/nginx/proxy.conf', 'ops/nginx/school.conf'].map(read).join()
    const prefixes = [...files.matchAll(/^ *location \^~ (\S+) /gm)].map(([, path = '']) => path)
    expect(prefixes.length).toBeGreaterThan(1)
    const calls = Object.values(api).map(({ path }) => `/api${path}/`)
    expect(prefixes.filter((path) => calls.includes(path))).toEqual([])
  })

  it('let nginx pass images and files to import of the largest size', () => {
    const sizes = [...read('ops/nginx/proxy.conf').matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) =>
      Number(size),
    )
    expect(sizes.map((size) => size * 1024 * 1024)).toEqual([
      expect.toSatisfy((bytes: number) => bytes > MAX_IMAGE_BYTES),
      expect.toSatisfy((bytes: number) => bytes > MAX_IMPORT_BYTES),
    ])
    expect(read('ops/nginx/proxy.conf')).toMatch(/location = \/api\/imports {\s+client_max_body_size/)
  })

  it('trust a proxy only where nothing else reaches the server', () => {
    expect(read('ops/docker/Dockerfile')).not.toMatch(/^ENV .*TRUST_PROXY/m)
    const [compose] = parseAllDocuments(read('ops/docker/compose.yaml')).map((document) => document.toJS())
    const { environment, ports } = compose.services.school
    expect(environment.TRUST_PROXY).toBe('on')
    expect(ports).toEqual(['127.0.0.1:3000:3000'])
    const published = Object.values<{ ports?: string[] }>(compose.services).flatMap((service) => service.ports ?? [])
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('publish no metrics, with a slash at the end or without', () => {
    expect(read('ops/nginx/proxy.conf')).toMatch(/location \^~ \/metrics {\s+return 404;/)
  })

  it('log no query, which may have a token', () => {
    const site = read('ops/nginx/school.conf')
    const [format = ''] = /log_format school .*;/.exec(site) ?? []
    expect(format).toContain('$uri')
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/)
    const servers = site.split(/^server {/m).slice(1)
    expect(servers.length).toBe(2)
    for (const server of servers) expect(server).toMatch(/^ {2}access_log \S+ school;/m)
    expect(site).toMatch(/^ {2}error_log \S+ crit;/m)
  })

  it('restart each instance once, and only the one that nginx leaves out', () => {
    const folder = mkdtempSync(join(tmpdir(), 'school-restart-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const instances = join(folder, 'instances.conf')
    const log = join(folder, 'log')
    const commands = {
      nginx: '',
      sleep: '',
      curl: '',
      systemctl: `echo "$2" >> ${log}; grep down ${instances} >> ${log}`,
    }
    for (const [name, script] of Object.entries(commands))
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, INSTANCES: instances }
    execFileSync('sh', ['ops/nginx/rolling-restart.sh', '3001', '3002', '3003'], { cwd: ROOT, env, stdio: 'pipe' })
    const steps = [3001, 3002, 3003].map((port) => `photography-school@${port}\nserver 127.0.0.1:${port} down;\n`)
    expect(readFileSync(log, 'utf8')).toBe(steps.join(''))
    expect(readFileSync(instances, 'utf8')).not.toContain('down')
  })

  it('copy into the image only what exists', () => {
    const sources = [...read('ops/docker/Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(
      ([, path = '']) => path,
    )
    const generated = ['build', 'node_modules']
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((path) => !generated.includes(path) && globSync(path, { cwd: ROOT }).length === 0)).toEqual(
      [],
    )
  })

  it('have alerts and a dashboard for metrics that exist', async () => {
    const queries = [...read('ops/prometheus/alerts.yml').matchAll(/expr: (.*)/g)].map(([, query = '']) => query)
    const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('ops/grafana/dashboard.json'))
    queries.push(...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
    const used = queries.flatMap((query) => [...query.matchAll(/([a-z][a-z0-9_]+)\{/g)].map(([, name = '']) => name))
    const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
    const { read: readAll } = createMetrics({ token: 'x', pool, readWorkload: () => Promise.reject(new Error('away')) })
    const existing = [...(await readAll()).matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name],
    )
    expect(used.length).toBeGreaterThan(15)
    expect(used.filter((name) => name !== 'up' && !existing.includes(name))).toEqual([])
  })
})
