/** A brief of the demo with eight submissions: one with released critique, one with drafts, and six that wait; and a picture of the material. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Geometry, REMARK_KINDS } from '../contract/remark-geometry.ts'
import { answers, briefs, pictures, remarks, submissions, versions } from '../server/domains/critique/critique.table.ts'
import * as Files from '../server/domains/images/private-files.ts'
import { materialFiles } from '../server/domains/materials/materials.table.ts'
import type { Transaction } from '../server/platform/database/transaction.ts'
import { ROOT } from '../server/platform/root.ts'
import type { ImageStorage } from '../server/ports/image-storage.ts'
import type { UserRow } from './factories.ts'
import type { Sale } from './sales.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 24 * 3_600_000]

/** The pictures of each submission: their name in demo/pictures, and what the student wanted. The first is the demo student's. */
const SUBMISSIONS: [picture: string, intent: string][][] = [
  [
    ['pier-fog', 'I wanted the pier to lead out of the picture and end in nothing.'],
    ['misty-lake', 'The far shore should be there only if you look for it.'],
  ],
  [['moonrise-ridge', 'I wanted layers, each paler than the one before it.']],
  [['autumn-lake', 'Color without a horizon.']],
  [['long-exposure-sea', 'Two minutes of sea, so that it looks like fog.']],
  [['forest-fog', 'The first trunk as a cut-out in front of the light.']],
  [['concrete-stairs', 'Depth from light alone, indoors.']],
  [['arcade-shadows', 'Depth from shadows that get shorter.']],
  [['night-harbour', 'Lamps that fade with distance.']],
]

/** A remark of each kind, and what it says. */
const REMARKS: Record<(typeof REMARK_KINDS)[number], [geometry: Geometry | null, text: string]> = {
  pin: [{ x: 0.52, y: 0.46 }, 'This is where the eye ends. Nothing else competes with it.'],
  area: [{ x: 0.04, y: 0.62, w: 0.3, h: 0.3 }, 'This corner is heavier than it needs to be. Try half a stop more.'],
  line: [
    {
      points: [
        [0.1, 0.95],
        [0.3, 0.7],
        [0.5, 0.48],
      ],
    },
    'Your leading line: let it begin *in* the corner.',
  ],
  crop: [{ x: 0.12, y: 0.1, w: 0.76, h: 0.76 }, 'Tighter, and the distance gets the weight.'],
  note: [null, 'The depth needs no wide angle. **Well seen.**'],
}

/** Places of remarks that differ from those of other pictures: the eye ends on the moon, and the line on the ridge. */
const PLACES: Record<string, Partial<Record<keyof typeof REMARKS, Geometry>>> = {
  'moonrise-ridge': {
    pin: { x: 0.694, y: 0.417 },
    line: {
      points: [
        [0.1, 0.95],
        [0.3, 0.7],
        [0.44, 0.55],
      ],
    },
  },
}

interface CritiqueOptions {
  demoStudent: UserRow
  instructorId: string
  firstStart: number
}

/** A version whose files are still to be stored. */
export interface DemoFile {
  id: string
  picture: string
}

/** Inserts the rows. Returns the files to store once they are committed. */
export async function insertCritique(
  tx: Transaction,
  sales: readonly Sale[],
  options: CritiqueOptions,
): Promise<DemoFile[]> {
  const { demoStudent, instructorId, firstStart } = options
  const students = chooseStudents(sales, options)
  const [first] = students
  if (!first) return []
  const brief = {
    ...{ id: randomUUID(), classId: first.class.id, title: 'Depth', count: 3, addFailed: true },
    text: 'Three pictures in which **air** makes the depth: fog, haze, rain or dusk.\n\n- One layer in front, one far away.\n- No wide angle to help you.',
    rules: { focal_length_at_least: 35 },
    ...{ dueAt: firstStart + 5 * DAY_MS, createdAt: firstStart - 6 * DAY_MS },
  }
  await tx.insert(briefs).values(brief)
  const files: DemoFile[] = [await insertMaterialPicture(tx, brief)]
  for (const [index, { id: userId }] of students.map(({ student }) => student).entries()) {
    const createdAt = firstStart - (students.length - index) * 9 * HOUR_MS
    const handedIn = SUBMISSIONS[index] ?? []
    const isReleased = userId === demoStudent.id
    const firstCritique = { firstCritiqueAt: firstStart - HOUR_MS, firstCritiqueMs: firstStart - HOUR_MS - createdAt }
    const state = isReleased
      ? { state: 'released' as const, unread: true, ...firstCritique }
      : { waitingSince: createdAt }
    const submissionId = randomUUID()
    await tx
      .insert(submissions)
      .values({ id: submissionId, briefId: brief.id, userId, createdAt, pictureCount: handedIn.length, ...state })
    const stored = await insertPictures(tx, submissionId, handedIn, createdAt)
    files.push(...stored)
    if (index > 1) continue
    const releasedAt = isReleased ? firstStart - HOUR_MS : null
    for (const file of stored) await insertRemarks(tx, { file, instructorId, releasedAt, userId })
  }
  return files
}

/** Inserts a picture into the material of the class. */
async function insertMaterialPicture(
  tx: Transaction,
  { classId, createdAt }: { classId: string; createdAt: number },
): Promise<DemoFile> {
  const [id, picture] = [randomUUID(), 'moonrise-ridge']
  const file = { id, name: 'Each ridge paler.webp', hash: picture, mediaType: 'image/webp', bytes: 400_000 }
  await tx
    .insert(materialFiles)
    .values({ ...file, classId, width: 1600, height: 1067, views: VIEWS, ready: true, createdAt })
  return { id, picture }
}

/** Returns the students of the class with the most of the demo instructor's that the demo student is in, who comes first. */
function chooseStudents(sales: readonly Sale[], { demoStudent, instructorId }: CritiqueOptions): Sale[] {
  const ofClass = Map.groupBy(
    sales.filter((sale) => sale.class.instructorId === instructorId),
    (sale) => sale.class.id,
  )
  const isOwn = ({ student }: Sale) => student.id === demoStudent.id
  const [largest = []] = [...ofClass.values()]
    .filter((students) => students.some(isOwn))
    .sort((one, other) => other.length - one.length)
  return [...largest.filter(isOwn), ...largest.filter((sale) => !isOwn(sale))].slice(0, SUBMISSIONS.length)
}

async function insertPictures(
  tx: Transaction,
  submissionId: string,
  handedIn: [picture: string, intent: string][],
  createdAt: number,
): Promise<DemoFile[]> {
  const rows = handedIn.map(([picture, intent], position) => ({
    picture,
    ids: { pictureId: randomUUID(), versionId: randomUUID() },
    row: { submissionId, intent, position, begunAt: createdAt, createdAt },
  }))
  await tx.insert(pictures).values(rows.map(({ ids, row }) => ({ ...row, id: ids.pictureId })))
  await tx.insert(versions).values(rows.map(({ ids, picture }) => toVersion(ids, picture, createdAt)))
  return rows.map(({ ids, picture }) => ({ id: ids.versionId, picture }))
}

const VIEWS = ['1600.avif', '960.avif', '640.avif', '320.avif']
const SHOT = {
  camera: 'Nikon Z 6',
  lens: 'NIKKOR Z 50mm f/1.8 S',
  focal_length: 50,
  aperture: 8,
  shutter: '1/60',
  iso: 200,
}

function toVersion(
  { pictureId, versionId }: { pictureId: string; versionId: string },
  picture: string,
  createdAt: number,
) {
  const size = { width: 1600, height: 1067, bytes: 500_000, mediaType: 'image/webp' }
  // The demo's pictures are rendered, and have no file of a camera.
  const exif = { ...SHOT, taken_at: createdAt - DAY_MS }
  return { ...size, id: versionId, pictureId, hash: picture, views: VIEWS, exif, ready: true, createdAt }
}

interface RemarksOptions {
  file: DemoFile
  instructorId: string
  releasedAt: number | null
  userId: string
}

/** Inserts a remark of each kind, and an answer to the first that is released. */
async function insertRemarks(tx: Transaction, { file, instructorId, releasedAt, userId }: RemarksOptions) {
  const rows = REMARK_KINDS.map((kind, index) => {
    const [geometry, text] = REMARKS[kind]
    const place = PLACES[file.picture]?.[kind] ?? geometry
    const createdAt = (releasedAt ?? Date.now()) - (REMARK_KINDS.length - index) * 60_000
    return {
      id: randomUUID(),
      versionId: file.id,
      authorId: instructorId,
      kind,
      geometry: place,
      text,
      number: index + 1,
      releasedAt,
      createdAt,
    }
  })
  await tx.insert(remarks).values(rows)
  const [first] = rows
  if (!first || releasedAt === null) return
  const text = 'Thank you! I went back twice for it.'
  await tx.insert(answers).values({ remarkId: first.id, authorId: userId, text, createdAt: releasedAt + 60_000 })
}

/** Stores the files, which are committed with the demo's pictures. */
export async function storeCritique(storage: ImageStorage, files: readonly DemoFile[]): Promise<void> {
  for (const { id, picture } of files) {
    const folder = join(ROOT, 'demo/pictures', picture)
    await Files.store(
      storage,
      { id, mediaType: 'image/webp', views: VIEWS },
      { file: join(folder, '1600.webp'), folder },
    )
  }
}
