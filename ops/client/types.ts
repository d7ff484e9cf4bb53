/** Writes the types of the calls as TypeScript, from the contract's schemas. */
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
}

/** Returns a module that declares `Calls`: the input and the response of each call. */
export function writeCalls(endpoints: Record<string, Endpoint>): string {
  const calls = Object.entries(endpoints).map(([name, endpoint]) => `  ${writeCall(name, endpoint)}`)
  return `/** The calls of the API, generated from its contract. Times are in milliseconds since 1970 UTC. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`
}

function writeCall(name: string, endpoint: Endpoint): string {
  const { summary, params, query, body, response, paged, upload } = endpoint
  const flags = `${paged ? '; paged: true' : ''}${upload ? '; upload: true' : ''}`
  const parts = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [writeField(part, toJsonSchema(schema, 'input'), part !== 'query' || !isOptional(schema))] : [],
  )
  const input = `{ ${parts.join('; ')} }`
  const output = writeType(toJsonSchema(response, 'output'))
  return `/** ${summary} */\n  ${name}: { input: ${input}; response: ${output}${flags} }`
}

/** Returns whether an empty object meets a schema. */
function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse({}).success
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

/** Returns the TypeScript type of the values that a JSON schema describes. */
export function writeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(writeType).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${writeType(part)})`).join(' & ')
  if (schema.type === 'array') return `Array<${writeType(schema.items ?? {})}>`
  if (schema.type === 'object') return writeObject(schema)
  return [schema.type ?? ''].flat().map(toPrimitive).join(' | ')
}

const toPrimitive = (type: string) => PRIMITIVES[type] ?? 'unknown'

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function writeObject({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => writeField(name, field, required.includes(name)))
  const others = typeof additionalProperties === 'object' ? [`[name: string]: ${writeType(additionalProperties)}`] : []
  return `{ ${[...fields, ...others].join('; ')} }`
}

function writeField(name: string, schema: JsonSchema, isRequired: boolean): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${writeType(schema)}`
}
