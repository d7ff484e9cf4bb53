/** Classes with which a new school may begin, so that its owner sees how classes look. */
import { findClassTexts } from './class-texts.ts'
import { CLASSES } from './classes.ts'
import { findImageUrl } from './images.ts'
import { toDemoPrice } from './prices.ts'

/** Different subjects and pictures. Their texts name no instructor. */
const NAMES = [
  'Night Harbour',
  'Dunes at First Light',
  'Still Life by One Window',
  'First Studio Flash',
  'Dew Before Breakfast',
  'Your First Darkroom Print',
]

const SEATS = 8

/** Returns the classes, with prices in the minor unit of a currency. */
export function listExamples(currency: string) {
  return NAMES.map((name) => {
    const { picture = '', price = 0 } = CLASSES.find((demoClass) => demoClass.name === name) ?? {}
    const { level, description, outcome, bring } = findClassTexts(name)
    const texts = { level, description, outcome, bring }
    return { ...texts, name, image: findImageUrl(picture), listPriceMinor: toDemoPrice(price, currency), seats: SEATS }
  })
}
