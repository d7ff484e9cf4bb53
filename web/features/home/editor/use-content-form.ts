/** The form of a slide or a review. */
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { useSchool } from '#web/school/school.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { type DraftConflict, mergeDraft } from '#web/ui/forms/draft-conflict.ts'
import { type RecordConflict, useConflict } from '#web/ui/forms/use-conflict.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import type { LazyResolver } from '#web/ui/validation/lazy-resolver.ts'

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
  /** Uploads the image first. @throws UploadError */
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

/** Props shared by the form's fields. */
export interface PartProps<Draft extends FieldValues> {
  form: UseFormReturn<Draft, RulesContext>
  conflict: DraftConflict<Draft> | null
}

const CONFLICT_MESSAGE = 'Someone changed this while you were editing. Nothing is lost: compare, choose, save again.'

/** After a conflict the form continues from the server's version with the user's edits. */
export function useContentForm<Stored extends Versioned, Draft extends FieldValues, New, Change>(
  options: ContentFormOptions<Stored, Draft, New, Change>,
) {
  const { noun, stored, calls, rules, toDraft, items } = options
  const { currency } = useSchool()
  const toDrafts = createToDrafts(toDraft)
  const merge = (conflict: RecordConflict<Stored | null, Draft>) => mergeDraft(toDrafts(conflict))
  const { base, conflict, show, restart } = useConflict<Stored | null, Draft>(stored, { toDraft, merge })
  const form = useForm<Draft, RulesContext>({
    resolver: rules.resolver,
    context: { isNew: stored === null, currency },
    defaultValues: toDraft(stored) as DefaultValues<Draft>,
  })
  const name = `${noun} ${stored?._id ?? 'new'}`
  const { note, markSaved } = useDraft(form, { name, ...(items && { items }) })
  const showConflict = async () => {
    const now = (await calls.reload()).find(({ _id }) => _id === base?._id)
    if (now) show(form, now, CONFLICT_MESSAGE)
  }
  const showError = (error: unknown) => {
    // The image field shows the message.
    if (!(error instanceof UploadError)) form.setError('root' as never, { message: toMessage(error) })
  }
  const submit = form.handleSubmit(async (draft) => {
    try {
      if (!(await save(options, draft, base))) return
      markSaved()
      if (!base) restart(form, null)
      else if (options.staysOpen) restart(form, (await calls.reload()).find(({ _id }) => _id === base._id) ?? base)
      options.onDone()
    } catch (error) {
      if (isConflict(error)) await showConflict().catch(showError)
      else showError(error)
    }
  })
  const part: PartProps<Draft> = { form, conflict: conflict && toDrafts(conflict) }
  const frame = { onSubmit: submit, onFocus: rules.preload, state: form.formState, note }
  return { frame, base, part }
}

function createToDrafts<Stored, Draft>(toDraft: (stored: Stored | null) => Draft) {
  return ({ before, now, mine }: RecordConflict<Stored | null, Draft>): DraftConflict<Draft> => {
    return { before: toDraft(before), now: toDraft(now), mine }
  }
}

/** Returns false where nothing differs. Rejects with a CallError or an UploadError. */
async function save<Stored extends Versioned, Draft extends FieldValues, New, Change>(
  { calls, findChanges }: ContentFormOptions<Stored, Draft, New, Change>,
  draft: Draft,
  base: Stored | null,
): Promise<boolean> {
  const changes = await findChanges(draft, base)
  if (Object.keys(changes as object).length === 0) {
    toastWarning('You have not changed anything.')
    return false
  }
  if (base) await calls.change(base._id, changes, base.version)
  else await calls.add?.(changes)
  toastSuccess('Updated SuccessFully')
  return true
}
