import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const METRICS_AND_TRACES = {
  METRICS_TOKEN: 'a token of this test, of enough characters',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
}

it('after npm run compile, the first start finds every file of the server compiled', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'school-compile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cache = { NODE_COMPILE_CACHE: join(folder, 'cache') }
  const compile = spawnSync('npm', ['run', 'compile'], {
    cwd: ROOT,
    env: { ...process.env, ...cache },
    encoding: 'utf8',
  })
  expect(compile.status, compile.stderr).toBe(0)
  const server = startServerProcess({
    ...cache,
    ...METRICS_AND_TRACES,
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    DATA_DIR: join(folder, 'data'),
  })
  onTestFinished(() => stopServerProcess(server).then(() => undefined))
  await server.url
  const output = server.output()
  expect(output).toMatch(/retrieving transpile cache for StrippedTypeScript \S+server\/main\.ts\.\.\.success/)
  expect(output.match(/no transpile cache for \S+ \S+/g)).toBeNull()
})
