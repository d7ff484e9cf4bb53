import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plainEnglish } from './validation-messages.ts'

const before = z.config().localeError
afterAll(() => void z.config({ localeError: before }))

function findMessage(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

describe('a validation message', () => {
  beforeAll(() => void z.config(plainEnglish({ named: false })))

  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing text', z.string(), undefined, 'is required'],
    ['a missing choice', z.enum(['on', 'off']), undefined, 'is required'],
    ['a blank text', z.string().min(1), '', 'is required'],
    ['a number for a text', z.string(), 7, 'must be text'],
    ['a text for a number', z.number(), '7', 'must be a number'],
    ['NaN', z.coerce.number(), 'seven', 'must be a number'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['null for a list', z.array(z.string()), null, 'must be a list'],
    ['a text for an object', z.object({}), 'x', 'must be an object'],
    ['a text for a boolean', z.boolean(), 'x', 'must be true or false'],
    ['a long text', z.string().max(2000), 'x'.repeat(2001), 'should have at most 2,000 characters'],
    ['a short text', z.string().min(6), 'x', 'should have at least 6 characters'],
    ['a text of the wrong length', z.string().length(1), 'xx', 'should have at most 1 character'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'should have at most 1 entry'],
    ['a large number', z.number().max(100), 101, 'must be at most 100'],
    ['a small number', z.number().nonnegative(), -1, 'must be at least 0'],
    ['a number at an exclusive limit', z.number().positive(), 0, 'must be more than 0'],
    ['an unknown choice', z.enum(['asc', 'desc']), 'up', 'must be asc or desc'],
    ['no e-mail address', z.email(), 'x', 'must be an e-mail address'],
    ['no URL', z.url(), 'x', 'must be a URL, such as https://example.org'],
    ['a wrong prefix', z.string().startsWith('sk_'), 'x', 'must start with sk_'],
    ['a text that fails a pattern', z.string().regex(/^a$/), 'x', 'has the wrong format'],
    ['a number that fails a step', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    ['an unknown key', z.strictObject({}), { a: 1 }, 'has unknown fields: a'],
    ['no member of a union', z.union([z.string(), z.number()]), true, 'is not valid'],
  ])('for %s is plain English', (_, schema, value, message) => {
    expect(findMessage(schema, value)).toBe(message)
  })

  it('is the schema’s own where it has one', () => {
    expect(findMessage(z.string().min(1, 'Please field is require'), '')).toBe('Please field is require')
  })
})

describe('a validation message of a form', () => {
  beforeAll(() => void z.config(plainEnglish()))

  it.each<[string, z.ZodType, unknown, string]>([
    ['a field', z.object({ className: z.string() }), {}, 'class name is required'],
    [
      'a field of a list',
      z.object({ links: z.array(z.object({ words: z.string() })) }),
      { links: [{}] },
      'words is required',
    ],
    ['an entry of a list', z.object({ tags: z.array(z.string()) }), { tags: [1] }, 'tags must be text'],
    ['no field', z.string(), 1, 'this must be text'],
  ])('names %s', (_, schema, value, message) => {
    expect(findMessage(schema, value)).toBe(message)
  })
})
