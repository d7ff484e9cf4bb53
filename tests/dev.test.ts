import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, it, onTestFinished } from 'vitest'
import { CHROMIUM_FOR_TESTS } from '../ops/chromium.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_COPIED = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'screenshots', 'test-results'])
const EDITED = 'web/layout/footer.tsx'

/** A copy, since a test that is cut off would leave the change behind. */
async function copyOfTheRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-dev-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || !NOT_COPIED.has(basename(path)) })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Starts what `npm run dev` runs, in `folder`. Returns its URL. */
async function startDevelopment(folder: string): Promise<string> {
  // Without the demo, whose data takes longer to write than all else here.
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'off', CARDS: 'sandbox' }
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const dev = spawn(process.execPath, ['ops/start.mjs', '--dev'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => end(dev))
  let output = ''
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Listening on')
  return /Listening on (\S+)/.exec(output)?.[1] ?? ''
}

async function end(dev: ChildProcess): Promise<void> {
  const ended = once(dev, 'exit')
  dev.kill('SIGTERM')
  await ended
}

it('npm run dev shows a changed text without loading the page anew', { timeout: 120_000 }, async () => {
  const folder = await copyOfTheRepository()
  const address = await startDevelopment(folder)
  const browser = await chromium.launch(CHROMIUM_FOR_TESTS)
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  // Other pages open only once the school is set up.
  await page.goto(`${address}/setup`)
  await page.waitForFunction(() => '__vite_plugin_react_preamble_installed__' in window || '$RefreshReg$' in window)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))

  const file = join(folder, EDITED)
  const source = await readFile(file, 'utf8')
  expect(source).toContain('Best Classes')
  await writeFile(file, source.replace('Best Classes', 'Finest Classes'))
  await page.getByRole('link', { name: 'Finest Classes' }).waitFor()
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
})
