/** Reads the source files: what each imports, which tables it writes, and how long it and its functions are. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export const ROOT = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** The path from the root. */
  path: string
  text: string
  program: ESTree.Program
  comments: ReturnType<typeof parseSync>['comments']
  /** Paths from the root of our own modules that it imports or exports from; types count. */
  imports: string[]
  /** Packages that it imports. */
  packages: string[]
}

/** Reads the files that match, from the root of the repository. */
export function readSources(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: ROOT }).sort().map(readSource)
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const names = listSpecifiers(program)
  const own = names.filter((name) => /^[.#]/.test(name))
  return {
    path,
    text,
    program,
    comments,
    imports: own.map((name) => resolveImport(path, name)),
    packages: names.filter((name) => !/^[.#]/.test(name)),
  }
}

/** Resolves a specifier of our own to a path from the root, without a query. */
export function resolveImport(from: string, name: string): string {
  const path = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(from), name))
  return path.replace(/\?.*$/, '')
}

/** Lists what a program imports: statically, dynamically, as a type, or to export it again. */
function listSpecifiers(program: ESTree.Program): string[] {
  const names: string[] = []
  const addSource = ({ source }: { source: ESTree.Expression | null }) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') names.push(source.value)
  }
  new Visitor({
    ImportDeclaration: addSource,
    ExportNamedDeclaration: addSource,
    ExportAllDeclaration: addSource,
    ImportExpression: addSource,
    TSImportType: addSource,
  }).visit(program)
  return names
}
