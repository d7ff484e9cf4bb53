import { expect, it } from 'vitest'
import { listPages } from './pager.tsx'

it.each([
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, -9, 9]],
  [5, 9, [1, -4, 4, 5, 6, -9, 9]],
  [9, 9, [1, -8, 8, 9]],
])('page %i of %i links to %j', (page, pages, links) => {
  expect(listPages(page, pages)).toEqual(links)
})
