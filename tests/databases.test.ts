import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { RUNS_ONCE } from '../testing/databases/runs-once.ts'
import config from '../vitest.config.ts'
import { ROOT, readSources, type SourceFile } from './structure/source.ts'

/** Whether a module builds or runs SQL: it imports Drizzle or a table at run time, or calls a driver. */
function hasSql({ path, program, imports }: SourceFile): boolean {
  let has = /\.table\.ts$/.test(path)
  new Visitor({
    ImportDeclaration({ importKind, source }) {
      if (importKind !== 'type' && /^(drizzle-orm|pg|@electric-sql|.*\.table\.ts$)/.test(source.value)) has = true
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (['transaction', 'execute', 'insert', 'select'].includes(callee.property.name)) has = true
    },
  }).visit(program)
  return has || imports.some((target) => target.endsWith('/transaction.ts'))
}

describe('tests that run on one database only', () => {
  it('are about modules without SQL', () => {
    const modules = Object.values(RUNS_ONCE).flat()
    const rejected = readSources(`{${modules.join(',')}}`).filter(hasSql)
    expect(rejected.map(({ path }) => path)).toEqual([])
  })

  it('exist, as do the modules that they are about', () => {
    const files = Object.entries(RUNS_ONCE).flatMap(([test, modules]) => [test, ...modules])
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('are the only ones: the embedded database leaves out no other test of the server', () => {
    const projects = (config.test?.projects ?? []).map((project) => (project as { test: ProjectOptions }).test)
    const find = (name: string) => projects.find((project) => project.name === name)
    const isOfLongTests = (path: string) => path.startsWith('server/domains/backup/')
    expect(find('embedded')?.exclude?.filter((path) => !isOfLongTests(path))).toEqual(Object.keys(RUNS_ONCE))
    expect(find('postgres')?.exclude?.filter((path) => !path.startsWith('tests/'))).toEqual([])
    expect(find('postgres')?.include).toEqual(expect.arrayContaining(find('embedded')?.include ?? ['none']))
  })
})

interface ProjectOptions {
  name: string
  include: string[]
  exclude?: string[]
}
