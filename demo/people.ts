/** Inserts the demo's admin, instructors and students. */

import { profiles } from '../server/domains/profiles/profiles.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { DEMO_ADMIN, DEMO_STUDENT } from '../server/settings/demo.ts'
import { makeUser, type UserRow } from './factories.ts'
import { findImageUrl } from './images.ts'
import { INSTRUCTORS, type InstructorKey } from './instructors.ts'
import type { Random } from './random.ts'

const DAY_MS = 24 * 60 * 60_000

export interface DemoPeople {
  admin: UserRow
  instructors: Record<InstructorKey, UserRow>
  demoStudent: UserRow
  /** The other students. */
  others: UserRow[]
}

/** Inserts the people. All of them registered before the first start. */
export async function makePeople(db: Database, random: Random, firstStart: number): Promise<DemoPeople> {
  const daysAgo = (days: number) => ({ createdAt: firstStart - days * DAY_MS })
  const admin = await makeUser(db, 'admin', { email: DEMO_ADMIN, name: 'Astrid Holm', ...daysAgo(900) })
  const instructors: [string, UserRow][] = []
  for (const [key, { name, email, picture }] of Object.entries(INSTRUCTORS)) {
    const values = { name, email, image: findImageUrl(picture), ...daysAgo(800 - instructors.length * 40) }
    const instructor = await makeUser(db, 'instructor', values)
    instructors.push([key, instructor])
    await insertProfile(db, instructor.id, key as InstructorKey)
  }
  const demoStudent = await makeUser(db, 'student', { name: 'Maren Dahl', email: DEMO_STUDENT, ...daysAgo(300) })
  const others: UserRow[] = []
  for (const student of STUDENTS)
    others.push(await makeUser(db, 'student', { ...student, ...daysAgo(random.between(20, 700)) }))
  return { admin, instructors: Object.fromEntries(instructors) as DemoPeople['instructors'], demoStudent, others }
}

/** The portrait is the photo of the user record. */
async function insertProfile(db: Database, userId: string, key: InstructorKey): Promise<void> {
  await db.insert(profiles).values({ userId, biography: BIOGRAPHIES[key], portrait: '', links: [] })
}

/** The demo's students besides the demo account. They have records and no logins. */
const NAMES = `
Hanne Aasen, Oliver Grant, Beatriz Lemos, Kenji Watanabe, Rosa Amato, Daniel Mensah, Ayla Demir, Jonas Vik,
Priya Nair, Matteo Greco, Lea Fischer, Omar Farouk, Sofia Petrova, Liam Byrne, Chloé Martin, Rahul Mehta,
Ines Carvalho, Pavel Novák, Amara Diallo, Theo Jansen, Mina Park, Carlos Ortega, Elin Berg, Yusuf Kaya,
Grace Mwangi, Victor Hugo Reis, Anna Kowalska, Ben Carter, Zara Malik, Nils Holm, Fatima Zahra, Lucas Moreau,
Keiko Tanaka, Emil Sørensen, Nadia Rahman, Patrick Doyle, Luisa Romero, Viktor Larsen, Tara Singh`

const STUDENTS = NAMES.split(',').map((name) => {
  const trimmed = name.trim()
  return { name: trimmed, email: `${toLocalPart(trimmed)}@students.demo.school` }
})

/** Converts `Emil Sørensen` to `emil.sorensen`. */
function toLocalPart(name: string): string {
  const plain = name
    .replace('ø', 'o')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
  return plain.toLowerCase().replaceAll(' ', '.')
}

const paragraphs = (...texts: string[]) => texts.join('\n\n')

const BIOGRAPHIES: Record<InstructorKey, string> = {
  ingrid: paragraphs(
    'Ingrid grew up on a ferry line and still plans her year by the tide table. She has photographed the same eleven kilometers of coast since 1998, in medium format and mostly from a tripod.',
    'Before she taught, she printed for other photographers for nine years. Students know her for one question: **how long does this picture last?** She asks it before every exposure.',
  ),
  tomas: paragraphs(
    'Tomás was a night editor who walked home along the docks with a rangefinder in his coat. *Last Ferry*, his book of harbours after dark, took him seven winters.',
    'He teaches slowly and in the dark. No one in his classes needs expensive gear, and everyone needs a hat.',
  ),
  yuki: paragraphs(
    'Yuki trained as a ceramicist and came to photography to make pictures of her own bowls. The bowls are gone; the window, the table and the view camera stayed.',
    'Her still lifes take a day each. She teaches groups of eight at most, because only so many people can look at one lemon.',
  ),
  adaeze: paragraphs(
    'Adaeze runs a product studio and photographs what is hard to light: glass, steel, watches. Her work is in catalogs and on packaging, without her name on it, and she likes it that way.',
    'She teaches with the lamps of her daily work, one at a time.',
  ),
  elias: paragraphs(
    'Elias is a geologist who carried a folding camera on surveys from Jutland to the Gobi. At some point the pictures became the reason to go.',
    'He walks fast and speaks little. In return, he knows where the light will be, and he gets you there an hour before it.',
  ),
  noor: paragraphs(
    'Noor studied architecture and drew stairs for five years before she photographed them. She works with a twin-lens camera at waist height: people forget that she is there.',
    'Her walks through the city follow the shadow, not the map. Bring shoes that you can stand in.',
  ),
  mei: paragraphs(
    'Mei-Lin is a biologist who photographs what fits under a thumbnail: dew, gears, a feather. Museums and two encyclopedias print her work.',
    'She makes her own supports from wire and cork, and shows you how. Her mornings begin before the bees wake up.',
  ),
  paul: paragraphs(
    'Paul has run a darkroom since 1984 and built pinhole cameras from tins and hat boxes. He has printed for four exhibitions that nobody else would print.',
    'He lets you make the mistake first and explains it afterwards. Most of his students come back for the enlarger.',
  ),
  freya: paragraphs(
    'Freya dives in cold water, photographs under ice, and plans each moment to the minute. On land she does what the sea has taught her: carry little, and turn back in time.',
    'For her moonrise pictures she draws the line of sight on a paper map first. You do the same.',
  ),
  samuel: paragraphs(
    'Samuel shot weddings for twelve years, and began again with an instant camera. He has worked in black and white since.',
    'He teaches people to look at shapes before things, and to throw nine of ten pictures away while they are still outside.',
  ),
}
