/** A copy of the project in a temporary folder, where mutations cannot harm the real files. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies the files that git tracks or would track, and links packages and build. Returns the copy's folder. */
export function createWorkspace(root: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'school-mutations-'))
  for (const file of listFiles(root)) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'build'), join(folder, 'build'))
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export function removeWorkspace(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git could not list the files of ${root}`)
  return stdout.split('\0').filter((file) => file && existsSync(join(root, file)))
}

/** Links each package on its own, so that the caches in node_modules belong to the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  const isCache = (name: string) => /^\.(cache|vite)/.test(name)
  for (const name of readdirSync(from)) if (!isCache(name)) symlinkSync(join(from, name), join(to, name))
}
