/** The demo's classes. */
import type { ClassStatus } from '../contract/classes.ts'
import type { InstructorKey } from './instructors.ts'

export interface DemoClass {
  name: string
  instructor: InstructorKey
  /** The name of an image in demo/pictures. */
  picture: string
  /** In the major unit of a currency with decimals. */
  price: number
  /** Seats that were offered, and how many of them are sold. */
  offered: number
  enroll: number
  status: ClassStatus
  feedback?: string
}

type Approved = [name: string, picture: string, price: number, offered: number, enroll: number]

/** Newest first, as the catalogue shows them. */
const APPROVED: [InstructorKey, Approved][] = [
  ['tomas', ['Night Harbour', 'night-harbour', 149, 12, 9]],
  ['ingrid', ['Long Exposure at Sea', 'long-exposure-sea', 189, 14, 12]],
  ['elias', ['Dunes at First Light', 'dunes-first-light', 240, 10, 8]],
  ['yuki', ['Still Life by One Window', 'still-life-bottles', 129.5, 12, 7]],
  ['paul', ['Your First Darkroom Print', 'darkroom-prints', 165, 8, 8]],
  ['noor', ['Stairs and Hard Shadows', 'concrete-stairs', 119, 16, 6]],
  ['adaeze', ['First Studio Flash', 'studio-flash-set', 210, 10, 9]],
  ['mei', ['Dew Before Breakfast', 'macro-dew', 98, 12, 5]],
  ['tomas', ['Star Trails for Beginners', 'star-trails', 135, 15, 11]],
  ['ingrid', ['Storm Light', 'storm-sea', 175, 10, 6]],
  ['elias', ['Misty Lake Mornings', 'misty-lake', 155, 12, 10]],
  ['adaeze', ['Glass Without Glare', 'product-glass', 185, 8, 5]],
  ['noor', ['Arcades at Four O’Clock', 'arcade-shadows', 109, 16, 9]],
  ['yuki', ['Fruit, Cloth and North Light', 'still-life-citrus', 125, 12, 4]],
  ['freya', ['Moonrise over the Ridge', 'moonrise-ridge', 142, 12, 7]],
  ['elias', ['Winter Dunes', 'winter-dunes', 260, 8, 3]],
  ['paul', ['Reading Negatives', 'film-strips', 79.9, 18, 8]],
  ['ingrid', ['Sea Stacks and Tides', 'sea-stacks', 225, 9, 5]],
  ['mei', ['Small Machines', 'macro-movement', 112, 10, 4]],
  ['adaeze', ['The Watchmaker’s Light', 'product-watch', 195, 8, 6]],
  ['noor', ['Façades with a Long Lens', 'tower-facade', 115, 14, 3]],
  ['samuel', ['Black and White Sand', 'black-white-dunes', 138, 12, 5]],
  ['elias', ['Autumn on the Water', 'autumn-lake', 148, 12, 6]],
  ['yuki', ['Ceramics on the Table', 'table-top-ceramics', 122, 10, 2]],
]

const PENDING: DemoClass[] = [
  pending('ingrid', 'Pier in the Fog', 'pier-fog', 158, 10),
  pending('freya', 'Snow Fences', 'snow-fence', 144, 12),
  pending('mei', 'Feather and Leaf', 'macro-leaf', 105, 10),
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
  ...APPROVED.map(([instructor, [name, picture, price, offered, enroll]]) => {
    return { name, instructor, picture, price, offered, enroll, status: 'approve' as const }
  }),
  ...DENIED,
]

function pending(instructor: InstructorKey, name: string, picture: string, price: number, offered: number): DemoClass {
  return { name, instructor, picture, price, offered, enroll: 0, status: 'pending' }
}

function denied(
  instructor: InstructorKey,
  name: string,
  picture: string,
  price: number,
  offered: number,
  feedback: string[],
): DemoClass {
  return { name, instructor, picture, price, offered, enroll: 0, status: 'deny', feedback: feedback.join(' ') }
}
