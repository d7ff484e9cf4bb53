import type { FieldValues } from 'react-hook-form'
import { useSchool } from '#web/school/school.ts'
import type { LazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useVersionedForm } from './use-versioned-form.ts'

interface Versioned {
  _id: string
  version: number
}

export interface ContentCalls<Stored extends Versioned, New, Change> {
  add: (content: New) => Promise<void>
  change: (id: string, change: Change, version?: number) => Promise<void>
  remove: (id: string) => Promise<void>
  reload: () => Promise<Stored[]>
}

interface ContentFormOptions<Stored extends Versioned, Draft extends FieldValues, New, Change> {
  /** Edited noun: `slide`. */
  noun: string
  /** Null for a new one. */
  stored: Stored | null
  /** Those of content that is never added have no `add`. */
  calls: Pick<ContentCalls<Stored, New, Change>, 'change' | 'reload'> & Partial<ContentCalls<Stored, New, Change>>
  rules: LazyResolver<Draft, RulesContext>
  toDraft: (stored: Stored | null) => Draft
  /** An item for each list of a draft. */
  items?: Partial<Draft>
  /** Uploads the image first. @throws ShownError */
  findChanges: (draft: Draft, stored: Stored | null) => Promise<New & Change>
  onDone: () => void
  /** True if the form of a stored one stays after it is saved. */
  staysOpen?: boolean
}

/** Data for the rules, beside the draft. */
export interface RulesContext {
  isNew: boolean
  /** ISO 4217, lower case. */
  currency: string
}

/** The form of an item of a list: a slide, a review, a page, a message, or the words of an e-mail. */
export function useContentForm<Stored extends Versioned, Draft extends FieldValues, New, Change>({
  noun,
  stored,
  calls,
  onDone,
  staysOpen = false,
  ...options
}: ContentFormOptions<Stored, Draft, New, Change>) {
  return useVersionedForm<Stored | null, Draft, New & Change, RulesContext, Draft>({
    ...options,
    name: `${noun} ${stored?._id ?? 'new'}`,
    record: 'this',
    stored,
    context: { isNew: stored === null, currency: useSchool().currency },
    save: async (changes, base) => {
      if (base) await calls.change(base._id, changes, base.version)
      else await calls.add?.(changes)
    },
    reload: async (base) => base && ((await calls.reload()).find(({ _id }) => _id === base._id) ?? base),
    staysOpen: staysOpen || stored === null,
    onSaved: onDone,
  })
}
