import { describe, expect, it } from 'vitest'
import { buildImageUrl } from '#contract/image-url.ts'
import { PictureNames } from './short-pictures.ts'

const PIER = buildImageUrl('school/pier', 1600, 1067, 'UklGRkYAAABXRUJQVlA4IDoAAACwAQCdASoMAAgABUB8JbACdAEG0D4AAP7k')
const LAKE = buildImageUrl('school/lake', 1600, 1067, 'UklGRkYAAABXRUJQVlA4IDoAAACwAQCdASoMAAgABUB8JbACdAEG0D4AAP7l')

describe('the short names of pictures', () => {
  it.each([
    ['two pictures', `A\n\n![Pier](${PIER})\n\n![Lake](${LAKE})`, 'A\n\n![Pier](picture-1)\n\n![Lake](picture-2)'],
    ['one picture twice', `![a](${PIER}) ![b](${PIER})`, '![a](picture-1) ![b](picture-1)'],
    ['brackets in its description', `![Pier \\[north\\] [2]](${PIER})`, '![Pier \\[north\\] [2]](picture-1)'],
    ['an empty description', `![](${PIER})`, '![](picture-1)'],
    ['a name in the text itself', `picture-1 ![a](${PIER})`, 'picture-1 ![a](picture-2)'],
    ['a name as the address of a link', `[x](picture-1) ![a](${PIER})`, '[x](picture-1) ![a](picture-2)'],
    ['a picture of another site', '![a](https://example.org/a.webp)', '![a](https://example.org/a.webp)'],
    ['an address that is no picture', `${PIER} (${PIER})`, `${PIER} (${PIER})`],
    ['a dollar sign', `![$1 $&](${PIER})`, '![$1 $&](picture-1)'],
    ['an empty text', '', ''],
  ])('are exchanged and come back: %s', (_, stored, shown) => {
    const names = new PictureNames()
    expect(names.shorten(stored)).toBe(shown)
    expect(names.restore(shown)).toBe(stored)
    expect(names.restore(stored)).toBe(stored)
  })

  it('are new for a picture that is added, and none that the text has', () => {
    const names = new PictureNames()
    const shown = `${names.shorten(`![Pier](${PIER})`)} picture-2`
    expect(names.add(LAKE, shown)).toBe('picture-3')
    expect(names.add(PIER, shown)).toBe('picture-1')
    expect(names.restore(`${shown} ![Lake](picture-3)`)).toBe(`![Pier](${PIER}) picture-2 ![Lake](${LAKE})`)
  })

  it('are forgotten with their text, so that another text keeps its own words', () => {
    const names = new PictureNames()
    names.shorten(`![Pier](${PIER})`)
    expect(names.restore(names.shorten('[x](picture-1)'))).toBe('[x](picture-1)')
  })
})
