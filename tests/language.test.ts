import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listBindings, listFunctions, listIdentifiers, type Name } from './language/names.ts'
import { RETIRED, RETIRED_BINDINGS, RETIRED_FILES, RETIRED_PREFIXES } from './language/retired.ts'
import { ROOT, readSources, type SourceFile } from './structure/source.ts'

const sources = readSources('{contract,server,web,demo,testing,tests,bench,ops}/**/*.{ts,tsx}')
const documents = globSync('{*.md,docs/**/*.md}', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))

const isRetired = (name: string) => RETIRED.includes(name) || RETIRED_PREFIXES.some((prefix) => name.startsWith(prefix))

/** Lists the names that a test rejects, as `path:line: name`. */
function listRejected(list: (file: SourceFile) => Name[], isRejected: (name: string) => boolean): string[] {
  return sources.flatMap((file) =>
    list(file)
      .filter(({ name }) => isRejected(name))
      .map(({ name, start }) => locate(file, start, name)),
  )
}

function locate({ path, text }: { path: string; text: string }, start: number, name: string): string {
  return `${path}:${text.slice(0, start).split('\n').length}: ${name}`
}

/** Lists the words of a comment that are written as identifiers are: with a capital or an underscore inside. */
function listCommentNames({ comments }: SourceFile): Name[] {
  return comments.flatMap(({ value, start }) =>
    [...value.matchAll(/\b\w*(?:[a-z][A-Z]|_)\w*\b/g)].map(({ 0: name, index }) => ({ name, start: start + index })),
  )
}

describe('the code', () => {
  it('has no identifier of the retired vocabulary', () => {
    expect(listRejected(listIdentifiers, isRetired)).toEqual([])
  })

  it('has no comment that mentions one', () => {
    expect(listRejected(listCommentNames, isRetired)).toEqual([])
  })

  it('has functions with verbs as names: none ends with Of', () => {
    expect(listRejected(listFunctions, (name) => /^[a-z]\w*Of$/.test(name))).toEqual([])
  })

  it('has nouns as names of variables: no participle', () => {
    expect(listRejected(listBindings, (name) => RETIRED_BINDINGS.includes(name))).toEqual([])
  })

  it('has no file of the former layout', () => {
    expect(sources.filter(({ path }) => RETIRED_FILES.includes(basename(path))).map(({ path }) => path)).toEqual([])
  })
})

describe('the documents', () => {
  it('have no identifier of the retired vocabulary in their code', () => {
    const rejected = documents.flatMap((file) =>
      [...file.text.matchAll(/`[^`\n]+`/g)].flatMap(({ 0: code, index }) =>
        (code.match(/[A-Za-z_]\w*/g) ?? []).filter(isRetired).map((name) => locate(file, index, name)),
      ),
    )
    expect(rejected).toEqual([])
  })
})
