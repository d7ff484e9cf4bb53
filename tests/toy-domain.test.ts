import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { copyRepository, ROOT } from '../testing/copy-repository.ts'
import { TOY_EDITS, TOY_FILES } from '../testing/toy-domain.ts'

/** Runs a command of the copy. Throws its output where it fails. */
async function run(folder: string, command: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, TEST_FILES: '' }
  const child = spawn(process.execPath, [join(folder, command), ...args], { cwd: folder, env })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error((await output).join('\n'))
}

it('a new domain is entered in three places: server/domains/index.ts, contract/api.ts and web/routes.ts', async () => {
  const folder = await copyRepository()
  await symlink(join(ROOT, 'build'), join(folder, 'build'))
  for (const [path, content] of Object.entries(TOY_FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const [path, edits] of Object.entries(TOY_EDITS)) {
    const original = readFileSync(join(folder, path), 'utf8')
    const edited = edits.reduce((content, [line, lines]) => content.replace(line, lines), original)
    await writeFile(join(folder, path), edited)
  }
  await run(folder, 'ops/migration.ts', 'loans')
  await run(folder, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'postgres', 'server/domains/loans')
  expect(Object.keys(TOY_EDITS)).toHaveLength(3)
}, 120_000)
