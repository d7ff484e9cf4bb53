import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, it, onTestFinished } from 'vitest'
import { CHROMIUM_FOR_TESTS } from '../ops/chromium.ts'
import { copyRepository } from '../testing/copy-repository.ts'

const EDITED = 'web/layout/footer.tsx'

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
  const folder = await copyRepository()
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
