import { expect, it } from 'vitest'
import { describeWarnings } from './image-warnings.ts'

it('a warning says what happens to the colors and what to do, and none says nothing', () => {
  expect(describeWarnings(['cmyk'])).toMatch(/colors of print.*may look different on screens.*export it as sRGB/)
  expect(describeWarnings(['gain_map'])).toMatch(/HDR brightness of phones is not kept.*colors stay/)
  expect(describeWarnings(['transparent'])).toMatch(/E-mails show.*on white/)
  expect(describeWarnings(['cmyk', 'gain_map'])).toBe(`${describeWarnings(['cmyk'])} ${describeWarnings(['gain_map'])}`)
  expect(describeWarnings()).toBe('')
})

it('a warning of a newer server is left out', () => {
  expect(describeWarnings(['of tomorrow' as 'cmyk', 'cmyk'])).toBe(describeWarnings(['cmyk']))
})
