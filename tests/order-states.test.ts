import { expect, it } from 'vitest'
import { drawPage, readPage } from '../ops/order-states.ts'

it('docs/order-states.md shows the state machines of the code', () => {
  expect(readPage(), 'run: npm run order-states').toBe(drawPage())
})
