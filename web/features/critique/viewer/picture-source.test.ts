import { expect, test } from 'vitest'
import { listViews } from '../../../../server/domains/images/views.ts'
import { chooseWidth } from './picture-source.ts'

test('the chosen widths are those of the files that the server has', () => {
  for (const size of [
    { width: 6000, height: 4000 },
    { width: 4000, height: 6000 },
    { width: 900, height: 600 },
    { width: 60, height: 40 },
  ]) {
    const longest = Math.min(3840, Math.max(size.width, size.height))
    const factor = longest / Math.max(size.width, size.height)
    const view = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) }
    const widths = listViews(view, false).map(({ width }) => width)
    for (const pixels of [1, 400, 700, 1500, 99_999]) expect(widths).toContain(chooseWidth(size, pixels))
  }
  expect(chooseWidth({ width: 6000, height: 4000 }, 961)).toBe(1920)
  expect(chooseWidth({ width: 6000, height: 4000 }, 9_999)).toBe(3840)
})
