/** The draft of a page in a form. */
import type { ManagedPage, NewPage, PageChange } from '#contract/pages.ts'
import { DEFAULT_POSITION } from '#contract/values/limits.ts'

export interface PageDraft {
  title: string
  slug: string
  summary: string
  text: string
  /** As typed. */
  position: string
  published: boolean
  in_menu: boolean
  in_footer: boolean
  reviewed: boolean
}

export function toDraft(page: ManagedPage | null): PageDraft {
  const { title = '', slug = '', summary = '', text = '', position = DEFAULT_POSITION } = page ?? {}
  const { published = false, in_menu = false, in_footer = true, reviewed } = page ?? {}
  const flags = { published, in_menu, in_footer, reviewed: reviewed ?? false }
  return { title, slug, summary, text, position: `${position}`, ...flags }
}

/** Returns the fields of a draft that differ from the page. */
export async function findChanges(draft: PageDraft, page: ManagedPage | null): Promise<NewPage & PageChange> {
  const before = toDraft(page)
  const names = (Object.keys(draft) as (keyof PageDraft)[]).filter((name) => name !== 'reviewed')
  const changed = names.filter((name) => !page || draft[name] !== before[name])
  const entries = changed.map((name) => [name, name === 'position' ? Number(draft.position) : draft[name]])
  return { ...Object.fromEntries(entries), ...findReview(draft, page, changed) }
}

/** The mark belongs to the words: new ones need it again, which the server cannot see in a box that stays checked. */
function findReview({ reviewed }: PageDraft, page: ManagedPage | null, changed: string[]): PageChange {
  if (!page || page.reviewed === null) return {}
  const hasNewWords = changed.some((name) => ['title', 'summary', 'text'].includes(name))
  return hasNewWords || reviewed !== page.reviewed ? { reviewed } : {}
}
