/**
 * The runs of the demo's classes, in days from the day of the first start. Each approved class has two or three, so that its form
 * does not change its seats (409 EDIT_RUNS): a test of seats adds a class of its own. A class that waits for approval has one, later than those.
 */
import type { PlaceKey } from './places.ts'
import type { SlotKey } from './slots.ts'

export interface RunPlan extends Options {
  /** The first day on which the run may begin; negative for one that is over or under way. */
  inDays: number
  slot: SlotKey
  at: PlaceKey | 'online'
  /** Seats that were offered, and how many of them are sold. */
  offered: number
  enroll: number
}

interface Options {
  /** Sessions, by default one, and the days from one to the next, by default a week. */
  sessions?: number
  every?: number
  /** Another price than the class's, in the major unit of a currency with decimals. */
  price?: number
  minimum?: number
  /** Days before the start at which the minimum is decided on, if not two; and at which enrolling ends, if not zero. */
  decideDays?: number
  lastMomentDays?: number
  /** True if the demo's student is enrolled. */
  hasDemoStudent?: true
}

type Row = [number, SlotKey, PlaceKey | 'online', offered: number, enroll: number, options?: Options]

const ROWS: Record<string, Row[]> = {
  'Night Harbour': [
    [-12, 'dusk', 'quay', 6, 6],
    [9, 'dusk', 'quay', 8, 3, { minimum: 4 }],
    [37, 'dusk', 'quay', 8, 0, { minimum: 4 }],
  ],
  'Long Exposure at Sea': [
    [-7, 'dusk', 'beach', 5, 5, { sessions: 2, hasDemoStudent: true }],
    [19, 'dusk', 'beach', 5, 4, { sessions: 2 }],
    [47, 'dusk', 'beach', 4, 3, { sessions: 2 }],
  ],
  'Dunes at First Light': [
    [-16, 'dawn', 'dunes', 5, 5],
    [5, 'dawn', 'dunes', 5, 3],
    [33, 'dawn', 'dunes', 4, 0, { price: 265, minimum: 3 }],
  ],
  'Still Life by One Window': [
    [11, 'day', 'loft', 6, 5],
    [39, 'day', 'loft', 6, 2],
  ],
  'Your First Darkroom Print': [
    [-21, 'evening', 'printRoom', 8, 8, { sessions: 6 }],
    [28, 'evening', 'printRoom', 8, 8, { sessions: 4, lastMomentDays: 3 }],
  ],
  'Stairs and Hard Shadows': [
    [-12, 'noon', 'square', 4, 4],
    [12, 'noon', 'square', 12, 2],
    [40, 'noon', 'square', 10, 0, { minimum: 4 }],
  ],
  'First Studio Flash': [
    [-14, 'evening', 'studio', 8, 8, { sessions: 4 }],
    [21, 'evening', 'studio', 8, 1, { sessions: 4, minimum: 4, decideDays: 7 }],
    [63, 'evening', 'studio', 8, 0, { sessions: 4, minimum: 4, decideDays: 7 }],
  ],
  'Dew Before Breakfast': [
    [1, 'dawn', 'lake', 8, 3, { hasDemoStudent: true }],
    [29, 'dawn', 'lake', 8, 2],
  ],
  'Star Trails for Beginners': [
    [-18, 'night', 'beach', 8, 8, { hasDemoStudent: true }],
    [8, 'night', 'beach', 8, 3],
    [36, 'night', 'beach', 8, 0],
  ],
  'Storm Light': [
    [14, 'dusk', 'quay', 10, 4, { lastMomentDays: 1 }],
    [42, 'dusk', 'quay', 8, 2],
  ],
  'Misty Lake Mornings': [
    [-10, 'dawn', 'lake', 5, 5],
    [6, 'dawn', 'lake', 8, 5],
    [34, 'dawn', 'lake', 8, 0],
  ],
  'Glass Without Glare': [
    [13, 'day', 'studio', 6, 4],
    [41, 'day', 'studio', 6, 1],
  ],
  'Arcades at Four O’Clock': [
    [-11, 'afternoon', 'square', 5, 5],
    [15, 'afternoon', 'square', 10, 4],
    [43, 'afternoon', 'square', 10, 0],
  ],
  'Fruit, Cloth and North Light': [
    [16, 'day', 'loft', 8, 3, { sessions: 2, every: 1 }],
    [51, 'day', 'loft', 8, 1, { sessions: 2, every: 1 }],
  ],
  'Moonrise over the Ridge': [
    [7, 'dusk', 'lake', 6, 5],
    [35, 'dusk', 'lake', 6, 2],
  ],
  'Winter Dunes': [
    [20, 'day', 'dunes', 8, 2],
    [48, 'day', 'dunes', 6, 1, { price: 280, minimum: 3 }],
  ],
  'Reading Negatives': [
    [-19, 'evening', 'printRoom', 3, 3],
    [10, 'evening', 'printRoom', 14, 2],
    [24, 'evening', 'online', 12, 3, { sessions: 4, price: 59, hasDemoStudent: true }],
  ],
  'Sea Stacks and Tides': [
    [17, 'day', 'beach', 8, 3],
    [45, 'day', 'beach', 8, 2, { minimum: 4, decideDays: 10 }],
  ],
  'Small Machines': [
    [18, 'evening', 'studio', 10, 2, { sessions: 5 }],
    [60, 'evening', 'studio', 8, 2, { sessions: 5 }],
  ],
  'The Watchmaker’s Light': [
    [22, 'evening', 'studio', 6, 5, { sessions: 4 }],
    [64, 'evening', 'studio', 6, 1, { sessions: 4, minimum: 3 }],
  ],
  'Façades with a Long Lens': [
    [23, 'afternoon', 'square', 14, 2, { lastMomentDays: 2 }],
    [44, 'afternoon', 'square', 8, 1],
  ],
  'Black and White Sand': [
    [25, 'day', 'dunes', 8, 3],
    [53, 'day', 'dunes', 8, 2, { minimum: 4 }],
  ],
  'Autumn on the Water': [
    [26, 'afternoon', 'lake', 10, 4],
    [54, 'afternoon', 'lake', 10, 2],
  ],
  'Ceramics on the Table': [
    [27, 'day', 'loft', 12, 1],
    [35, 'evening', 'online', 10, 1, { sessions: 2, price: 89 }],
  ],
  'Pier in the Fog': [[72, 'dawn', 'quay', 10, 0]],
  'Snow Fences': [[74, 'day', 'dunes', 12, 0]],
  'Feather and Leaf': [[76, 'day', 'loft', 10, 0]],
}

/** Returns the planned runs of a class by its name, in order. A denied class has none. */
export function findRunPlans(name: string): RunPlan[] {
  const rows = ROWS[name] ?? []
  return rows.map(([inDays, slot, at, offered, enroll, options]) => ({ inDays, slot, at, offered, enroll, ...options }))
}
