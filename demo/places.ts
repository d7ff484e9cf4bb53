/** The places of the demo's classes: all of them are in Lightwick, an invented town on the south coast of Norway. */
import type { Place } from '../contract/runs.ts'

export interface DemoPlace extends Place {
  /** Sessions outdoors have a rain date. */
  isOutdoors: boolean
  latitude: number
  longitude: number
}

export const TIME_ZONE = 'Europe/Oslo'

const [INDOORS, OUTDOORS] = [{ isOutdoors: false }, { isOutdoors: true }]

export const PLACES = {
  studio: { name: 'Chandlers Studio', ...at('3 Chandlers Yard', 58.0951, 6.8041), ...INDOORS },
  printRoom: { name: 'Red Lamp Darkroom', ...at('5 Chandlers Yard', 58.0952, 6.8047), ...INDOORS },
  loft: { name: 'Sail Loft', ...at('2 Ropewalk Lane', 58.0967, 6.8012), ...INDOORS },
  square: { name: 'Market Square', ...at('1 Market Square', 58.0974, 6.8066), ...OUTDOORS },
  quay: { name: 'Ferry Quay', ...at('4 Quay Road', 58.0938, 6.8079), ...OUTDOORS },
  beach: { name: 'Lighthouse Beach', ...at('30 Lighthouse Road', 58.0722, 6.7846), ...OUTDOORS },
  dunes: { name: 'West Dunes', ...at('Dune Road, at the last car park', 58.0857, 6.7041), ...OUTDOORS },
  lake: { name: 'Boat House', ...at('12 Lake Road', 58.1183, 6.7402), ...OUTDOORS },
} as const satisfies Record<string, DemoPlace>

export type PlaceKey = keyof typeof PLACES

function at(street: string, latitude: number, longitude: number) {
  return { address: `${street}, Lightwick`, latitude, longitude }
}
