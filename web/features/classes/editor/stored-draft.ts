/** The draft of a new class in this browser, so that the end of a session or of the browser loses none of it. */
import { type ClassDraft, EMPTY_DRAFT } from './class-draft.ts'

/** What is typed. The file of an image cannot be stored. */
export type TypedDraft = Omit<ClassDraft, 'image'>

const { image: _image, ...EMPTY } = EMPTY_DRAFT
const FIELDS = Object.keys(EMPTY) as (keyof TypedDraft)[]

const RETENTION_MS = 30 * 24 * 60 * 60_000

const toKey = (email: string) => `draft of a class: ${email}`

/** Stores the draft of a user, until it is saved or discarded. An empty one is not stored. */
export function storeDraft(email: string, draft: Partial<Record<keyof ClassDraft, unknown>>, now = Date.now()): void {
  const typed = pickTexts(draft)
  if (FIELDS.every((field) => typed[field] === EMPTY[field])) discardDraft(email)
  else access((storage) => storage.setItem(toKey(email), JSON.stringify({ typed, until: now + RETENTION_MS })))
}

/** Returns the stored draft of a user, or null. */
export function loadDraft(email: string, now = Date.now()): TypedDraft | null {
  const text = access((storage) => storage.getItem(toKey(email)))
  try {
    const { typed, until } = JSON.parse(text ?? '{}')
    return typeof until === 'number' && until > now ? pickTexts(typed) : null
  } catch {
    return null
  }
}

export function discardDraft(email: string): void {
  access((storage) => storage.removeItem(toKey(email)))
}

/** Takes texts only: anything may be in the storage. */
function pickTexts(draft: Partial<Record<keyof ClassDraft, unknown>> = {}): TypedDraft {
  const texts = FIELDS.map((field) => [field, typeof draft[field] === 'string' ? draft[field] : EMPTY[field]])
  return Object.fromEntries(texts)
}

/** Browsers may forbid to store, or have no room. */
function access<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
