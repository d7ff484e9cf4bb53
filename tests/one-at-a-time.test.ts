import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const MODULE = join(import.meta.dirname, '../ops/one-at-a-time.mjs')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'school-preparing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs a process whose work in the folder takes 300 ms. Returns what it printed. */
async function work(folder: string, end = ''): Promise<string> {
  const log = JSON.stringify(join(folder, 'log'))
  const script = `
    import { appendFileSync } from 'node:fs'
    import { runOneAtATime } from ${JSON.stringify(MODULE)}
    runOneAtATime(${JSON.stringify(folder)}, () => {
      appendFileSync(${log}, 'begin ')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      appendFileSync(${log}, 'end ')
      ${end}
    })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return stdout
}

const readLog = (folder: string) => readFileSync(join(folder, 'log'), 'utf8').trim()

it('two processes that install or build in one folder do so one after the other', async () => {
  const folder = newFolder()
  const printed = await Promise.all([work(folder), work(folder)])
  expect(readLog(folder)).toBe('begin end begin end')
  expect(printed.join('')).toMatch(/^(Waiting for process \d+, which installs or builds here …\n)?$/)
})

it('a process that has ended keeps no other from installing or building', async () => {
  const folder = newFolder()
  const { pid } = spawnSync('true')
  writeFileSync(join(folder, '.preparing'), String(pid))
  expect(await work(folder)).toBe('')
  await work(folder, 'process.exit(0)')
  expect(existsSync(join(folder, '.preparing'))).toBe(false)
  expect(readLog(folder)).toBe('begin end begin end')
})
