/** The demo's classes. */
import type { ClassStatus } from '../contract/classes.ts'
import type { InstructorKey } from './instructors.ts'
import { findRunPlans, type RunPlan } from './runs.ts'

export interface DemoClass {
  name: string
  instructor: InstructorKey
  /** The name of an image in demo/pictures. */
  picture: string
  /** In the major unit of a currency with decimals. */
  price: number
  status: ClassStatus
  feedback?: string
  /** The dated runs; none of a denied class. */
  runs: RunPlan[]
  /** The seats of the open run of a denied class; 0 for no such run. */
  openSeats: number
}

type Approved = [name: string, picture: string, price: number]

/** Newest first, as the catalogue shows them. */
const APPROVED: [InstructorKey, Approved][] = [
  ['tomas', ['Night Harbour', 'night-harbour', 149]],
  ['ingrid', ['Long Exposure at Sea', 'long-exposure-sea', 189]],
  ['elias', ['Dunes at First Light', 'dunes-first-light', 240]],
  ['yuki', ['Still Life by One Window', 'still-life-bottles', 129.5]],
  ['paul', ['Your First Darkroom Print', 'darkroom-prints', 165]],
  ['noor', ['Stairs and Hard Shadows', 'concrete-stairs', 119]],
  ['adaeze', ['First Studio Flash', 'studio-flash-set', 210]],
  ['mei', ['Dew Before Breakfast', 'macro-dew', 98]],
  ['tomas', ['Star Trails for Beginners', 'star-trails', 135]],
  ['ingrid', ['Storm Light', 'storm-sea', 175]],
  ['elias', ['Misty Lake Mornings', 'misty-lake', 155]],
  ['adaeze', ['Glass Without Glare', 'product-glass', 185]],
  ['noor', ['Arcades at Four O’Clock', 'arcade-shadows', 109]],
  ['yuki', ['Fruit, Cloth and North Light', 'still-life-citrus', 125]],
  ['freya', ['Moonrise over the Ridge', 'moonrise-ridge', 142]],
  ['elias', ['Winter Dunes', 'winter-dunes', 260]],
  ['paul', ['Reading Negatives', 'film-strips', 79.9]],
  ['ingrid', ['Sea Stacks and Tides', 'sea-stacks', 225]],
  ['mei', ['Small Machines', 'macro-movement', 112]],
  ['adaeze', ['The Watchmaker’s Light', 'product-watch', 195]],
  ['noor', ['Façades with a Long Lens', 'tower-facade', 115]],
  ['samuel', ['Black and White Sand', 'black-white-dunes', 138]],
  ['elias', ['Autumn on the Water', 'autumn-lake', 148]],
  ['yuki', ['Ceramics on the Table', 'table-top-ceramics', 122]],
]

const PENDING: DemoClass[] = [
  pending('ingrid', 'Pier in the Fog', 'pier-fog', 158),
  pending('freya', 'Snow Fences', 'snow-fence', 144),
  pending('mei', 'Feather and Leaf', 'macro-leaf', 105),
]

const DENIED: DemoClass[] = [
  denied('ingrid', 'Forest Without a Path', 'forest-fog', 170, 20, [
    'Twenty people in one wood at dawn will photograph one another. Please offer eight seats,',
    'and say where we meet and what happens when it rains.',
  ]),
  denied('elias', 'One Week of Desert Road', 'desert-road', 990, 6, [
    'A lovely plan, but it needs a second driver and an insurance that we do not have.',
    'Could it be a weekend closer to home?',
  ]),
  denied('noor', 'The Spiral', 'spiral-stair', 60, 4, [
    'The museum has not agreed to tripods on its stairs yet. Send it again once you have their letter.',
  ]),
]

/** Newest first. */
export const CLASSES: DemoClass[] = [
  ...PENDING,
  ...APPROVED.map(([instructor, [name, picture, price]]) => {
    return { name, instructor, picture, price, status: 'approve' as const, runs: findRunPlans(name), openSeats: 0 }
  }),
  ...DENIED,
]

function pending(instructor: InstructorKey, name: string, picture: string, price: number): DemoClass {
  return { name, instructor, picture, price, status: 'pending', runs: findRunPlans(name), openSeats: 0 }
}

function denied(
  instructor: InstructorKey,
  name: string,
  picture: string,
  price: number,
  openSeats: number,
  feedback: string[],
): DemoClass {
  return { name, instructor, picture, price, status: 'deny', feedback: feedback.join(' '), runs: [], openSeats }
}
