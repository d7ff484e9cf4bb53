/** Finds the names of the functions in a source file. */
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

const isFunction = (node: ESTree.Node | null) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
