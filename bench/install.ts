/**
 * The size of what a server installs: the dependencies without development packages. After the installation, package.json's
 * `postinstall` removes the second copy of Node that the package `node` leaves, with its C headers: 68 MB.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Figure } from './figure.ts'

const run = promisify(execFile)
const MAX_MEGABYTES = 385

export async function measureInstall(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyFile(file, join(folder, file))
    await run('npm', ['install', '--omit=dev', '--no-save', '--loglevel=error'], { cwd: folder })
    const { stdout } = await run('du', ['-sk', 'node_modules'], { cwd: folder })
    const value = Number.parseInt(stdout, 10) / 1024
    return atMost({ what: 'npm install --omit=dev', value, max: MAX_MEGABYTES, unit: ' MB', digits: 0 })
  } finally {
    await rm(folder, { recursive: true })
  }
}
