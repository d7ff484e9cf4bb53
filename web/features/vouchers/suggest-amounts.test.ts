import { expect, it } from 'vitest'
import { suggestAmounts } from './suggest-amounts.ts'

it('suggests round amounts that pay for a class', () => {
  expect(suggestAmounts([189, 98, 240, 129.5, 165], 2)).toEqual([100, 200, 250])
  expect(suggestAmounts([12_000, 9_800], 0)).toEqual([10_000, 15_000])
  expect(suggestAmounts([100, 100], 2)).toEqual([100])
  expect(suggestAmounts([0.4], 2)).toEqual([0.4])
})

it('suggests amounts of a currency whose classes cost more than cards pay in others', () => {
  expect(suggestAmounts([1_900_000, 4_200_000], 2)).toEqual([2_000_000, 5_000_000])
})

it('suggests nothing without prices, and no amount that a card provider refuses', () => {
  expect(suggestAmounts([], 2)).toEqual([])
  expect(suggestAmounts([0], 2)).toEqual([])
  expect(suggestAmounts([999_999], 2)).toEqual([])
  expect(suggestAmounts([999_999], 0)).toEqual([1_000_000])
})
