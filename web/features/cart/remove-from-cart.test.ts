import { describe, expect, it } from 'vitest'
import { findNeighbor } from './remove-from-cart.ts'

describe('after a removal the focus moves', () => {
  it.each([
    ['first', 'second'],
    ['second', 'third'],
    ['third', 'second'],
  ])('from the %s row to the %s', (removed, neighbor) => {
    expect(findNeighbor(['first', 'second', 'third'], removed)).toBe(neighbor)
  })

  it('to no row where none is left', () => {
    expect(findNeighbor(['only'], 'only')).toBeUndefined()
  })
})
