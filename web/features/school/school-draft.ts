/** The draft of the school's settings in a form: the typed texts, and images that may still be uploading. */
import type { School, SchoolChange, VersionedSchool } from '#contract/school.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'

export const IMAGES = ['logo', 'logo_dark', 'favicon'] as const
export type ImageName = (typeof IMAGES)[number]

type Texts = Omit<School, ImageName | 'accent' | 'time_zone' | 'country'> & {
  accent: string
  time_zone: string
  country: string
}

export interface SchoolDraft extends Texts, Record<ImageName, ImageDraft> {}

export type TextName = keyof Texts

/** Fields that are null where their text is blank. */
const NULLABLE = new Set<string>(['accent', 'time_zone', 'country'])

export function toDraft(school: School): SchoolDraft {
  return { ...toTexts(school), logo: null, logo_dark: null, favicon: null }
}

/** Returns the fields in which a draft differs from `base`, after its images are uploaded. @throws UploadError */
export async function findChanges(draft: SchoolDraft, base: School): Promise<SchoolChange> {
  const before = toTexts(base)
  const fields = (Object.keys(before) as TextName[]).filter((field) => draft[field] !== before[field])
  const texts = fields.map((field) => [field, NULLABLE.has(field) ? draft[field] || null : draft[field]])
  const images = IMAGES.filter((name) => draft[name] !== null).map(async (name) => [
    name,
    await readImageUrl(draft[name]),
  ])
  return Object.fromEntries([...texts, ...(await Promise.all(images))])
}

/** Returns the texts alone: `findChanges` goes by their keys. */
function toTexts(school: School): Texts {
  const {
    version: _version,
    currency_fixed: _fixed,
    logo: _logo,
    logo_dark: _logoDark,
    favicon: _favicon,
    ...texts
  } = school as School & Partial<VersionedSchool>
  return { ...texts, accent: school.accent ?? '', time_zone: school.time_zone ?? '', country: school.country ?? '' }
}
