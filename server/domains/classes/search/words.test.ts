import { expect, test } from 'vitest'
import { toWords } from './text-match.ts'

test.each([
  ['Night  Harbour', ['night', 'harbour']],
  ['Tomás ÉCOLE', ['tomas', 'ecole']],
  ["black/white: 'portraits' (f/2.8)", ['black', 'white', 'portraits', 'f', '2', '8']],
  ['sea sea SEA', ['sea']],
  ['Привет دورة', ['привет', 'دورة']],
  ["a' | !b & c:* <-> \\", ['a', 'b', 'c']],
  ['📷 %_ --', []],
])('the words of %s are letters and digits only', (text, words) => {
  expect(toWords(text)).toEqual(words)
})

test('words beyond the tenth are ignored', () => {
  expect(toWords('a b c d e f g h i j k l')).toHaveLength(10)
})
