import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const CLIENT = join(import.meta.dirname, '../build/client/assets')

const chunks = globSync('*.js', { cwd: CLIENT }).map((name) => ({
  name: basename(name),
  source: readFileSync(join(CLIENT, name), 'utf8'),
}))

/** Host that all of Firebase's SDKs call. */
const SDK = 'identitytoolkit.googleapis.com'

it('the Firebase SDK is in one chunk, which no other imports statically, and which only that of hosted providers loads', () => {
  const [firebase, ...others] = chunks.filter(({ source }) => source.includes(SDK))
  expect(others).toEqual([])
  const name = firebase?.name ?? ''
  const listNaming = (...starts: string[]) =>
    chunks
      .filter(({ source }) => starts.some((start) => source.includes(`${start}./${name}`)))
      .map((chunk) => chunk.name)
  expect(listNaming('from"', 'from `', 'from`', "from'", 'import"', 'import`')).toEqual([])
  expect(listNaming('import(`', 'import("', "import('")).toEqual([expect.stringMatching(/^hosted-/)])
})
