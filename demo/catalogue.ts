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
import { findExposure } from './exposures.ts'
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
