import { expect, it } from 'vitest'
import { insertVariable } from './insert-variable.ts'

const at = (value: string) => {
  const start = value.indexOf('|')
  const end = value.lastIndexOf('|')
  return { value: value.replaceAll('|', ''), start, end: end > start ? end - 1 : start }
}

it.each([
  ['Dear |,', { name: 'recipient_name', kind: 'text' }, 'Dear {{recipient_name}}|,'],
  ['Dear |you|,', { name: 'recipient_name', kind: 'text' }, 'Dear {{recipient_name}}|,'],
  ['Please |open it|.', { name: 'class_link', kind: 'link' }, 'Please [open it]({{class_link}})|.'],
  ['See |', { name: 'class_link', kind: 'link' }, 'See {{class_link}}|'],
  ['One |two', { name: 'place', kind: 'block' }, 'One\n\n{{place}}|\n\ntwo'],
  ['|', { name: 'place', kind: 'block' }, '{{place}}|'],
] as const)('a variable is inserted at the cursor: %j', (text, variable, expected) => {
  const { value, start, end } = insertVariable(at(text), variable)
  expect(start).toBe(end)
  expect(`${value.slice(0, start)}|${value.slice(start)}`).toBe(expected)
})
