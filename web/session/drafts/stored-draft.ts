/** The changes in a form, in this browser, so that the end of a session or of the browser loses none of them. */

/** The values of a form by their field. */
export type Values = Readonly<Record<string, unknown>>

/** The changed fields of a form. */
export interface StoredDraft {
  typed: Values
  /** True if the form has since got other values in those fields than it had when the user changed them. */
  isOutdated: boolean
  /** True if a file was chosen too, which cannot be stored. */
  hadFile: boolean
}

const PREFIX = 'draft: '
const RETENTION_MS = 30 * 24 * 60 * 60_000

/** Stores the fields in which a form differs from its first values, until they are saved or discarded. Fields that begin as null are files. */
export function storeDraft(name: string, values: Values, first: Values, now = Date.now()): void {
  const changed = Object.keys(first).filter((field) => !isSame(values[field], first[field]))
  const [files, fields] = [
    changed.filter((field) => first[field] === null),
    changed.filter((field) => first[field] !== null),
  ]
  if (fields.length === 0) {
    discardDraft(name)
    return
  }
  const pick = (from: Values) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  const stored = { typed: pick(values), first: pick(first), hadFile: files.length > 0, until: now + RETENTION_MS }
  access((storage) => storage.setItem(PREFIX + name, JSON.stringify(stored)))
}

/**
 * Returns the stored draft of a form, or null.
 * @param first the values that the form begins with now
 * @param shape values with an item in each list: stored fields of another shape, as of an earlier version, are left out
 */
export function loadDraft(name: string, first: Values, shape: Values = first, now = Date.now()): StoredDraft | null {
  access((storage) => removeExpired(storage, now))
  const stored = access((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? 'null'))
  if (!isRecord(stored) || !isRecord(stored.typed) || !isRecord(stored.first)) return null
  const { typed, first: earlier, hadFile } = stored
  const fields = Object.keys(first).filter((field) => field in typed && isAlike(typed[field], shape[field]))
  if (fields.length === 0) return null
  return {
    typed: Object.fromEntries(fields.map((field) => [field, typed[field]])),
    isOutdated: fields.some((field) => !isSame(earlier[field], first[field])),
    hadFile: hadFile === true,
  }
}

export function discardDraft(name: string): void {
  access((storage) => storage.removeItem(PREFIX + name))
}

function removeExpired(storage: Storage, now: number): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    if (!(readEnd(storage.getItem(name)) > now)) storage.removeItem(name)
  }
}

function readEnd(text: string | null): number {
  try {
    return Number(JSON.parse(text ?? 'null')?.until)
  } catch {
    return 0
  }
}

/** Compares values as they are stored. The `key` of a row differs each time. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part)))
  return a === b
}

/** Returns whether a value has the shape of an example. A list without an example is accepted empty only. */
function isAlike(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((item) => isAlike(item, example[0]))
  if (!isRecord(example)) return typeof value === typeof example && example !== undefined
  return value === null || (isRecord(value) && Object.keys(example).every((key) => isAlike(value[key], example[key])))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Browsers may forbid to store, or have no room. */
function access<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
