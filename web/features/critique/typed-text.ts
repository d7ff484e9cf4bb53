/** Texts about pictures that are being typed, which outlast a reload and a login in this tab until they are saved or canceled. */
import { findGeometryProblem, Geometry, REMARK_KINDS, type RemarkKind } from '#contract/remark-geometry.ts'
import { loadFromTab, storeInTab } from '#web/session/drafts/tab-storage.ts'
import { currentSession } from '#web/session/store.ts'

export interface TypedText {
  text: string
  /** The text that the field began with. */
  first: string
}

/** A text belongs to its user: others may log in in the same tab. */
const toKey = (name: string) => `critique: ${currentSession().user?.email} ${name}`

/** Returns a stored text, or null. @param name what it belongs to */
export function loadTyped(name: string): TypedText | null {
  const { text, first } = loadFromTab(toKey(name)) ?? {}
  return typeof text === 'string' && typeof first === 'string' ? { text, first } : null
}

/** Stores a text; null removes it. */
export function storeTyped(name: string, typed: TypedText | null): void {
  storeInTab(toKey(name), typed)
}

/** Kind and place of a new remark. */
export interface Drawn {
  kind: RemarkKind
  geometry: Geometry | null
}

/** Names of texts. */
export const typedName = {
  ofNewRemark: (versionId: string) => `remark on ${versionId}`,
  ofRemark: (id: string) => `remark ${id}`,
  ofAnswer: (remarkId: string) => `answer to ${remarkId}`,
  ofIntent: (pictureId: string) => `intent of ${pictureId}`,
}

const placeName = (versionId: string) => `place on ${versionId}`

/** Returns the new remark on a version whose text is being typed, or null. */
export function loadDrawn(versionId: string): Drawn | null {
  if (!loadTyped(typedName.ofNewRemark(versionId))) return null
  const stored = loadFromTab(toKey(placeName(versionId)))
  const kind = REMARK_KINDS.find((each) => each === stored?.kind)
  const geometry = Geometry.nullable().safeParse(stored?.geometry)
  if (!kind || !geometry.success || findGeometryProblem(kind, geometry.data)) return null
  return { kind, geometry: geometry.data }
}

/** Stores a new remark on a version; null removes it. */
export function storeDrawn(versionId: string, drawn: Drawn | null): void {
  storeInTab(toKey(placeName(versionId)), drawn)
}
