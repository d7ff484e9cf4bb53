/** The draft of a class's material, and merging it with changes from elsewhere. */
import type { Material } from '#contract/materials.ts'
import { compareVersions } from '#web/ui/forms/compare-versions.ts'

/** Material that changed on the server while its form was open. */
export interface MaterialConflict {
  /** The material that the form started from. */
  before: Material
  now: Material
  /** The draft in the form. */
  mine: Material
}

export type MaterialPart = keyof Material

export function toDraft({ text, links }: Material): Material {
  return { text, links }
}

/** Returns whose change of a part the form shows: `current` if only the server's changed, `mine` if the draft's did too. */
export function findDifference({ before, now, mine }: MaterialConflict, part: MaterialPart): 'current' | 'mine' | null {
  return compareVersions(before[part], now[part], mine[part])
}

/** Returns the next draft: parts that the user edited stay, the others come from the server. */
export function mergeDraft(conflict: MaterialConflict): Material {
  const select = (part: MaterialPart) => (findDifference(conflict, part) === 'mine' ? conflict.mine : conflict.now)
  return { text: select('text').text, links: select('links').links }
}
