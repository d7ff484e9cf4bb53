import { expect, it } from 'vitest'
import { insertLink, insertPicture, type Selection, toggleLines, toggleMark } from './edit-markdown.ts'

/** Bars show the selection. */
function read(text: string): Selection {
  const [start, end] = [text.indexOf('|'), text.lastIndexOf('|')]
  return { value: text.replaceAll('|', ''), start, end: end > start ? end - 1 : start }
}

function show({ value, start, end }: Selection): string {
  return start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`
}

it.each([
  ['a |word| here', '**', 'a **|word|** here'],
  ['a **|word|** here', '**', 'a |word| here'],
  ['a **|word|** here', '*', 'a ***|word|*** here'],
  ['a ***|word|*** here', '*', 'a **|word|** here'],
  ['a *|word|* here', '**', 'a ***|word|*** here'],
  ['|', '*', '*|*'],
] as const)('a mark is put around %j, or taken away: %s', (text, mark, expected) => {
  expect(show(toggleMark(read(text), mark))).toBe(expected)
})

it.each([
  ['one\nt|wo\nthree', '- ', 'one\n- t|wo\nthree'],
  ['one\n- t|wo\nthree', '- ', 'one\nt|wo\nthree'],
  ['o|ne\ntwo\nthr|ee', '- ', '- o|ne\n- two\n- thr|ee'],
  ['- o|ne\ntw|o', '- ', '- - o|ne\n- tw|o'],
  ['|', '# ', '# |'],
  ['|# Light', '# ', '|Light'],
] as const)('the lines of %j begin with a prefix, or no longer: %s', (text, prefix, expected) => {
  expect(show(toggleLines(read(text), prefix))).toBe(expected)
})

it.each([
  ['see |our terms|.', 'see [our terms](|https://|).'],
  ['see |', 'see [](|https://|)'],
  ['see |https://example.org/a|.', 'see [|](https://example.org/a).'],
])('a link is made of %j', (text, expected) => {
  expect(show(insertLink(read(text)))).toBe(expected)
})

it.each([
  ['|', '', '![|](/p.jpg)'],
  ['before |after', 'A [b]', 'before\n\n![A \\[b\\]](/p.jpg)|\n\nafter'],
  ['before\n\n|', '', 'before\n\n![|](/p.jpg)'],
])('a picture comes into %j as a paragraph', (text, description, expected) => {
  expect(show(insertPicture(read(text), { url: '/p.jpg', description }))).toBe(expected)
})
