import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { Feedback, NewClass } from './classes.ts'
import type { Endpoint } from './endpoint.ts'
import { LinesText, LineText, NameText } from './values/fields.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

type Path = (string | number)[]

/** Returns the paths of all texts in an input. */
function listTextPaths({ type, properties = {}, items, anyOf = [] }: JsonSchema): Path[] {
  if (type === 'string') return [[]]
  return [
    ...anyOf.flatMap(listTextPaths),
    ...Object.entries(properties).flatMap(([key, field]) => listTextPaths(field).map((path) => [key, ...path])),
    ...(items ? listTextPaths(items).map((path) => [0, ...path]) : []),
  ]
}

/** Returns an input that has only `text`, at `path`. */
function createInput([key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  return typeof key === 'number' ? [createInput(rest, text)] : { [key]: createInput(rest, text) }
}

const fields = Object.entries<Endpoint>(api).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => {
    if (!schema) return []
    const paths = listTextPaths(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
    return [...new Set(paths.map((path) => path.join('.')))].map(
      (path) => [`${name} ${part}.${path}`, schema, path] as const,
    )
  }),
)

describe('every text that a call takes', () => {
  it('is found by this test', () => {
    const names = fields.map(([name]) => name)
    expect(names).toContain('changeMaterial body.links.0.words')
    expect(names).toContain('createUser body.userInfo.name')
    expect(names).toContain('listUsers query.q')
    expect(names).toContain('getCartItem params.id')
    expect(names.length).toBeGreaterThan(50)
  })

  it.each(fields)('%s has no NUL and no half of a surrogate pair', (_, schema, path) => {
    const keys = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
    for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
      const { data, error } = schema.safeParse(createInput(keys, text))
      // A search ignores what it does not understand.
      if (!error) expect(JSON.stringify(data)).not.toContain(JSON.stringify(text).slice(1, -1))
      else expect(error.issues.map((issue) => issue.path.join('.'))).toContain(path)
    }
  })
})

describe('a text that no one sees', () => {
  it.each(['', ' \n ', '\u200b', '\u2060\u00ad', '\u3164', '\u2800\ufeff', '\u202e\u200f'])('is blank: %j', (text) => {
    for (const field of [NameText, LineText, LinesText]) expect(field.parse(text)).toBe('')
    expect(NewClass.shape.className.safeParse(text).error?.issues[0]?.message).toBe('name is required')
    expect(Feedback.safeParse({ feedback: text }).error?.issues[0]?.message).toBe('Please field is require')
  })

  it.each(['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ضوء\u200f', '✌️', 'क्\u200d'])('is not one with invisible characters at its end: %s', (text) => {
    for (const field of [NameText, LineText, LinesText]) expect(field.parse(` ${text} `)).toBe(text)
  })
})
