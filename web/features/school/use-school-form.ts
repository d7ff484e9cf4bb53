import { type UseFormReturn, useForm } from 'react-hook-form'
import type { School, VersionedSchool } from '#contract/school.ts'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { type DraftConflict, mergeDraft } from '#web/ui/forms/draft-conflict.ts'
import { type RecordConflict, useConflict } from '#web/ui/forms/use-conflict.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useSaveSchool } from './school.query.ts'
import { findChanges, type SchoolDraft, toDraft } from './school-draft.ts'

const { resolver, preload } = lazyResolver<SchoolDraft>(() => import('./school.rules.ts'))

const CONFLICT_MESSAGE =
  'Someone changed these settings while you were editing. Nothing is lost: compare, choose, save again.'

/** Props shared by the form's parts. */
export interface PartProps {
  form: UseFormReturn<SchoolDraft>
  /** The settings that the form started from. */
  base: VersionedSchool
  conflict: DraftConflict<SchoolDraft> | null
}

/** The form of the school's settings. After a conflict it continues from the server's version with the user's edits. */
export function useSchoolForm(initial: VersionedSchool) {
  const { base, conflict, show, restart } = useConflict(initial, { toDraft, merge })
  const { save, reload } = useSaveSchool()
  const form = useForm<SchoolDraft>({ resolver, defaultValues: toDraft(initial) })
  const { handleSubmit, setError } = form
  const { note } = useDraft(form, { name: 'school' })

  const send = async (draft: SchoolDraft) => {
    const changes = await findChanges(draft, base)
    if (Object.keys(changes).length === 0) return toastWarning('You have not changed anything.')
    await save(changes, base.version)
    restart(form, await reload())
    toastSuccess('Updated SuccessFully')
  }
  const submit = handleSubmit(async (draft) => {
    try {
      await send(draft).catch(async (error) =>
        isConflict(error) ? show(form, await reload(), CONFLICT_MESSAGE) : Promise.reject(error),
      )
    } catch (error) {
      // The image field shows the message.
      if (!(error instanceof UploadError)) setError('root', { message: toMessage(error) })
    }
  })
  return { submit, preload, note, part: { form, base, conflict: conflict && toDrafts(conflict) } satisfies PartProps }
}

function toDrafts({ before, now, mine }: RecordConflict<School, SchoolDraft>): DraftConflict<SchoolDraft> {
  return { before: toDraft(before), now: toDraft(now), mine }
}

function merge(conflict: RecordConflict<School, SchoolDraft>): SchoolDraft {
  return mergeDraft(toDrafts(conflict))
}
