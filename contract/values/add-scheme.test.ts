import { expect, test } from 'vitest'
import { addScheme } from './add-scheme.ts'

test.each([
  ['example.org', 'https://example.org'],
  ['www.example.org/tides?day=1#high', 'https://www.example.org/tides?day=1#high'],
  ['example.org:8080/tides', 'https://example.org:8080/tides'],
])('%s is completed to https', (typed, url) => {
  expect(addScheme(typed)).toBe(url)
})

test.each([
  'https://example.org/tides',
  'HTTPS://example.org',
  'http://example.org',
  'javascript:alert(1)',
  'mailto:a@example.org',
  '/tides',
  'tides',
  '',
])('%j stays as typed', (typed) => {
  expect(addScheme(typed)).toBe(typed)
})
