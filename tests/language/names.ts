/** Finds the names in a source file: all identifiers, declared functions, and declared variables with parameters. */
import { type ESTree, Visitor } from 'vite'
import type { SourceFile } from '../structure/source.ts'

export interface Name {
  name: string
  /** The offset in the text. */
  start: number
}

/** Lists every identifier, also of JSX and of private fields. */
export function listIdentifiers({ program }: SourceFile): Name[] {
  const names: Name[] = []
  const add = (name: Name) => {
    names.push(name)
  }
  new Visitor({ Identifier: add, JSXIdentifier: add, PrivateIdentifier: add }).visit(program)
  return names
}

/** Lists the names of functions: declarations, methods, and function values of constants and properties. */
export function listFunctions({ program }: SourceFile): Name[] {
  const names: Name[] = []
  const add = (key: ESTree.Node | null) => {
    if (key?.type === 'Identifier' || key?.type === 'PrivateIdentifier') names.push(key)
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

/** Lists variables and parameters, also those of a destructuring. */
export function listBindings({ program }: SourceFile): Name[] {
  const names: Name[] = []
  const addVariable = ({ id }: ESTree.VariableDeclarator) => void names.push(...listPattern(id))
  const addParameters = ({ params }: ESTree.Function | ESTree.ArrowFunctionExpression) =>
    void names.push(...params.flatMap(listPattern))
  new Visitor({
    VariableDeclarator: addVariable,
    FunctionDeclaration: addParameters,
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
  }).visit(program)
  return names
}

/** Lists the names that a pattern declares. */
function listPattern(pattern: ESTree.Node | null): Name[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        listPattern(property.type === 'RestElement' ? property : property.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(listPattern)
    case 'AssignmentPattern':
      return listPattern(pattern.left)
    case 'RestElement':
      return listPattern(pattern.argument)
    default:
      return []
  }
}
