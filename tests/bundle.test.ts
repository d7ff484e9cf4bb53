import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SERVER_ARGUMENTS } from '../ops/server-arguments.mjs'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const IS_SOURCE = /\.tsx?$/

it('the bundle runs the demo without a source: with its migrations, time zones, images and encoder', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'school-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of ['build', 'server', 'demo/pictures', 'web/pictures', 'package.json']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !IS_SOURCE.test(file) })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const server = startServerProcess(
    { DATA_DIR: join(folder, 'data') },
    { cwd: folder, command: [process.execPath, ...SERVER_ARGUMENTS] },
  )
  onTestFinished(() => stopServerProcess(server).then(() => undefined))
  const url = await server.url
  const page = await (await fetch(`${url}/classes`)).text()
  const [classPath = ''] = /\/classes\/[\w-]+/.exec(page) ?? []
  const [picture = ''] = /\/pictures\/demo\/[^"\s,]+/.exec(page) ?? []
  expect((await fetch(url + picture)).status).toBe(200)
  // The encoder draws it, with its font, in a process of its own.
  const [, shared = ''] =
    /property="og:image" content="([^"]+)"/.exec(await (await fetch(url + classPath)).text()) ?? []
  const image = await fetch(shared)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})
