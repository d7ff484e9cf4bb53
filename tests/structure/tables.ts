/** Finds the statements that write a table: Drizzle's insert, update and delete, and raw SQL. */
import { dirname } from 'node:path'
import { type ESTree, Visitor } from 'vite'
import { resolveImport, type SourceFile } from './source.ts'

const WRITES = new Set(['insert', 'update', 'delete'])
const RAW_WRITE =
  /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)?"?\s*$|\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi

/** A table and the folder that owns it. */
export interface Table {
  /** The name in SQL. */
  name: string
  folder: string
}

/** Lists the tables that a `*.table.ts` file defines. */
export function listTables({ path, program }: SourceFile): Table[] {
  const tables: Table[] = []
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'pgTable') return
      if (name?.type === 'Literal') tables.push({ name: String(name.value), folder: dirname(path) })
    },
  }).visit(program)
  return tables
}

/** Lists the writes of a file to tables of other folders, as readable arrows. */
export function listForeignWrites(file: SourceFile, tables: Table[]): string[] {
  const imported = listTableImports(file)
  const writes: string[] = []
  const report = (owner: string | undefined, name: string, how: string) => {
    if (owner && !isInside(file.path, owner)) writes.push(`${file.path}: ${how} ${name} of ${owner}`)
  }
  new Visitor({
    CallExpression({ callee, arguments: [target] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const how = callee.property.name
      if (!WRITES.has(how) || !target) return
      const name = readTableName(target)
      if (name) report(imported.get(name.split('.')[0] ?? ''), name, how)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      for (const [index, { value }] of quasi.quasis.entries()) {
        for (const [statement, atEnd, inside] of value.raw.matchAll(RAW_WRITE)) {
          const next = quasi.expressions[index]
          const interpolated = !atEnd && !inside && next ? readTableName(next) : undefined
          const sqlName = atEnd ?? inside
          const owner = interpolated
            ? imported.get(interpolated.split('.')[0] ?? '')
            : tables.find(({ name }) => name === sqlName)?.folder
          report(owner, interpolated ?? sqlName ?? '', `sql ${statement.split(/\s/)[0]}`)
        }
      }
    },
  }).visit(file.program)
  return writes
}

/** Maps the names that a file imports from tables to the folder of the table. */
function listTableImports({ path, program }: SourceFile): Map<string, string> {
  const folders = new Map<string, string>()
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.endsWith('.table.ts')) continue
    const folder = dirname(resolveImport(path, node.source.value))
    for (const { local } of node.specifiers) folders.set(local.name, folder)
  }
  return folders
}

/** Returns `table`, or `Namespace.table`. */
function readTableName(node: ESTree.Argument | ESTree.Expression): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return
  return node.property.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : undefined
}

const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`)
