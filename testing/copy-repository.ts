import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { onTestFinished } from 'vitest'

export const ROOT = join(import.meta.dirname, '..')

const NOT_COPIED = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'screenshots', 'test-results'])

/** Returns a copy of the repository for this test, since one that is cut off would leave its changes behind. */
export async function copyRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.has(relative(ROOT, path)) })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
