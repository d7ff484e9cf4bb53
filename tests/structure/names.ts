/** Finds the names of the functions in a source file, and docstrings that begin with a clause. */
import { type ESTree, Visitor } from 'vite'
import type { SourceFile } from './source.ts'

/** Lists the names of functions: declarations, methods, and function values of constants and properties. */
export function listFunctions({ program }: SourceFile): string[] {
  const names: string[] = []
  const add = (key: ESTree.Node | null) => {
    if (key?.type === 'Identifier' || key?.type === 'PrivateIdentifier') names.push(key.name)
  }
  const addDeclaration = ({ id }: ESTree.Function) => add(id)
  const addVariable = ({ id, init }: ESTree.VariableDeclarator) => isFunction(init) && add(id)
  const addProperty = ({ key, value }: ESTree.ObjectProperty) => isFunction(value) && add(key)
  const addMethod = ({ key }: ESTree.MethodDefinition | ESTree.TSMethodSignature) => add(key)
  new Visitor({
    FunctionDeclaration: addDeclaration,
    VariableDeclarator: addVariable,
    Property: addProperty as (node: ESTree.Node) => void,
    MethodDefinition: addMethod,
    TSMethodSignature: addMethod,
  }).visit(program)
  return names
}

/** A docstring whose first word begins a clause, in place of a verb or a noun phrase. */
const CLAUSE = /^\*\s*(?:\*\s*)?(?:What|Whether|How|Where|When|Who|Whom|Whose|Which|Why|Until when|Since when)\b/

/** Lists the docstrings that begin with a clause, as `path:line: words`. */
export function listClauses({ path, text, comments }: Pick<SourceFile, 'path' | 'text' | 'comments'>): string[] {
  const clauses = comments.filter(({ type, value }) => type === 'Block' && CLAUSE.test(value))
  return clauses.map(({ start, value }) => `${path}:${text.slice(0, start).split('\n').length}: ${value.trim()}`)
}

const isFunction = (node: ESTree.Node | null) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
