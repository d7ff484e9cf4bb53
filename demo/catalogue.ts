/** Inserts the demo's classes, their material, their runs and the sessions of these. */
import { randomUUID } from 'node:crypto'
import { NO_FEEDBACK } from '../contract/no-feedback.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { toClockColumns } from '../server/domains/classes/runs/clock-times.ts'
import { runSessions, runs } from '../server/domains/classes/runs/runs.table.ts'
import { materials } from '../server/domains/materials/materials.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { findClassTexts } from './class-texts.ts'
import { CLASSES, type DemoClass } from './classes.ts'
import { type DatedRun, planRuns, toRunRow } from './dated-runs.ts'
import type { UserRow } from './factories.ts'
import { findImageUrl } from './images.ts'
import type { InstructorKey } from './instructors.ts'
import { buildMaterial } from './materials.ts'
import { TIME_ZONE } from './places.ts'
import { toDemoPrice } from './prices.ts'
import { Timetable } from './timetable.ts'

const DAY_MS = 24 * 60 * 60_000

interface CatalogueOptions {
  instructors: Record<InstructorKey, Pick<UserRow, 'id'>>
  currency: string
  /** Milliseconds UTC. */
  firstStart: number
}

export type ClassFields = ReturnType<typeof toClassRow>

export interface CatalogueClass {
  row: ClassFields
  /** The seats of its open run; 0 for none. */
  openSeats: number
  runs: DatedRun[]
}

/** Inserts the classes, with one statement for each table. Returns them, newest first. */
export async function insertCatalogue(db: Database, options: CatalogueOptions): Promise<CatalogueClass[]> {
  const timetable = new Timetable(options.firstStart)
  const catalogue = CLASSES.map((demoClass, index) => ({
    row: toClassRow(demoClass, index, options),
    openSeats: demoClass.openSeats,
    runs: planRuns(demoClass, timetable, options.currency),
  }))
  await db.insert(classes).values(catalogue.map(({ row }) => row))
  await db.insert(materials).values(catalogue.flatMap(({ row }) => listMaterialRows(row)))
  await db.insert(runs).values(catalogue.flatMap(listRunRows))
  await db.insert(runSessions).values(catalogue.flatMap(listSessionRows))
  return catalogue
}

/** @param index the position in the catalogue, the newest class first */
function toClassRow(
  { name, status, instructor, picture, price, feedback = NO_FEEDBACK, runs: plans }: DemoClass,
  index: number,
  { instructors, currency, firstStart }: CatalogueOptions,
) {
  return {
    ...findClassTexts(name),
    ...findExposure(name),
    id: randomUUID(),
    name,
    status,
    enroll: plans.reduce((sum, { enroll }) => sum + enroll, 0),
    instructorId: instructors[instructor].id,
    image: findImageUrl(picture),
    focus: FOCUS[name] ?? '',
    ...findFurtherImages(name),
    listPriceMinor: toDemoPrice(price, currency),
    feedback,
    createdAt: firstStart - (index + 2) * 9 * DAY_MS,
  }
}

function listMaterialRows({ id: classId, name, createdAt: updatedAt }: ClassFields) {
  const material = buildMaterial(name)
  return material ? [{ ...material, classId, updatedAt }] : []
}

function listRunRows({ row: { id: classId, createdAt }, openSeats: seats, runs: dated }: CatalogueClass) {
  const open = seats > 0 ? [{ classId, createdAt, seats, offered: seats }] : []
  return [...dated.map((run) => ({ ...toRunRow(run), classId, createdAt })), ...open]
}

function listSessionRows({ runs: dated }: CatalogueClass) {
  return dated.flatMap(({ id: runId, sessions }) =>
    sessions.map((session) => ({ ...session, ...toClockColumns(session, TIME_ZONE), runId })),
  )
}

/** Points that stay in an upright frame, where its middle would cut what counts. */
const FOCUS: Record<string, string> = { 'Sea Stacks and Tides': '90% 50%' }

/** Pictures that no card of the same page shows, with what they show. */
const FURTHER_IMAGES: Record<string, [picture: string, alt: string][]> = {
  'Night Harbour': [['slide-night-coast', 'The lights of a harbour, out of focus']],
  'Long Exposure at Sea': [['pier-fog', 'A pier that ends in fog']],
  'Star Trails for Beginners': [
    ['moonrise-ridge', 'The moon above a ridge'],
    ['slide-lake-dawn', 'Posts in a still lake, in fog'],
  ],
  'Storm Light': [
    ['slide-night-coast', 'The lights of a harbour, out of focus'],
    ['forest-fog', 'A forest in fog'],
  ],
  'Moonrise over the Ridge': [
    ['slide-star-trails', 'Stars that have drawn circles above a wood'],
    ['snow-fence', 'A fence that ends on a snowy hill'],
  ],
  'Dunes at First Light': [['slide-dunes-dusk', 'Ripples of sand in low light']],
  'Winter Dunes': [['snow-fence', 'A fence that ends on a snowy hill']],
  'Your First Darkroom Print': [['slide-darkroom', 'A darkroom in amber light, out of focus']],
  'Stairs and Hard Shadows': [['spiral-stair', 'A spiral staircase from above']],
  'Dew Before Breakfast': [['macro-leaf', 'The veins of a leaf, close up']],
  'Misty Lake Mornings': [['slide-lake-dawn', 'Posts in a still lake, in fog']],
}

function findFurtherImages(name: string) {
  const [second, third] = FURTHER_IMAGES[name] ?? []
  const [image2, alt2] = second ? [findImageUrl(second[0]), second[1]] : ['', '']
  const [image3, alt3] = third ? [findImageUrl(third[0]), third[1]] : ['', '']
  return { image2, alt2, image3, alt3 }
}

/** Exposures of the demo's images: rendered scenes have the values of a camera that would show them so. */
const EXPOSURES: Record<string, string> = {
  'Night Harbour': 'ISO 100 · f/11 · 20 s · 22:10',
  'Long Exposure at Sea': 'ISO 64 · f/13 · 30 s · 06:15',
  'Dunes at First Light': 'ISO 100 · f/8 · 1/125 s · 06:40',
  'Still Life by One Window': 'ISO 200 · f/5.6 · 1/30 s · 10:20',
  'Your First Darkroom Print': 'ISO 800 · f/2.8 · 1/15 s · 19:45',
  'Stairs and Hard Shadows': 'ISO 100 · f/11 · 1/500 s · 15:30',
  'First Studio Flash': 'ISO 100 · f/8 · 1/160 s · 18:50',
  'Dew Before Breakfast': 'ISO 400 · f/4 · 1/200 s · 07:05',
  'Star Trails for Beginners': 'ISO 200 · f/4 · 40 min · 23:30',
  'Storm Light': 'ISO 400 · f/8 · 1/250 s · 16:25',
  'Misty Lake Mornings': 'ISO 100 · f/11 · 1/60 s · 07:30',
  'Glass Without Glare': 'ISO 100 · f/16 · 1/125 s · 14:00',
  'Arcades at Four O’Clock': 'ISO 100 · f/8 · 1/250 s · 16:00',
  'Fruit, Cloth and North Light': 'ISO 100 · f/8 · 1/8 s · 11:15',
  'Moonrise over the Ridge': 'ISO 400 · f/5.6 · 1/4 s · 17:55',
  'Winter Dunes': 'ISO 100 · f/11 · 1/320 s · 09:10',
  'Reading Negatives': 'ISO 100 · f/8 · 1/60 s · 13:20',
  'Sea Stacks and Tides': 'ISO 100 · f/11 · 2 s · 20:05',
  'Small Machines': 'ISO 100 · f/8 · 1/10 s · 15:40',
  'The Watchmaker’s Light': 'ISO 100 · f/16 · 1/125 s · 12:30',
  'Façades with a Long Lens': 'ISO 200 · f/8 · 1/500 s · 17:10',
  'Black and White Sand': 'ISO 100 · f/16 · 1/60 s · 08:20',
  'Autumn on the Water': 'ISO 100 · f/8 · 1/40 s · 08:45',
  'Ceramics on the Table': 'ISO 160 · f/5.6 · 1/50 s · 11:50',
}

/** Returns the exposure of the image of a class by its name; none for a class that waits for approval. */
function findExposure(name: string): { exposure?: string } {
  const exposure = EXPOSURES[name]
  return exposure === undefined ? {} : { exposure }
}
