import { expect, it } from 'vitest'
import { drawn, kept } from '../ops/order-life.ts'

it('docs/order-life.md shows the order’s life as the code has it', () => {
  expect(kept()).toBe(drawn())
})
