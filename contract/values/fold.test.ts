import { expect, it } from 'vitest'
import { foldLetters } from './fold.ts'

it.each([
  ['Émile ÅSA øyvind', 'emile asa oyvind'],
  ['E\u0301mile', 'emile'],
  ['ФОТОШКОЛА Ёлка', 'фотошкола елка'],
  ['ΟΔΥΣΣΕΥΣ Ὀδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Straße Ærø Łódź Þór İzmir ısı', 'strasse aero lodz thor izmir isi'],
  ['O’Brien O´Brien Oʼbrien', "o'brien o'brien o'brien"],
  ['Anne‑Marie Anne–Marie', 'anne-marie anne-marie'],
  ['ＦＵＬＬ　ﬁne', 'full fine'],
])('folds %s to %s', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
})
