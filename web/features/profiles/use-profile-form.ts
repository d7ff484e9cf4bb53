import { type UseFormReturn, useForm } from 'react-hook-form'
import type { VersionedProfile } from '#contract/profiles.ts'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { type DraftConflict, mergeDraft } from '#web/ui/forms/draft-conflict.ts'
import { EMPTY_LINK } from '#web/ui/forms/links/link-rows.ts'
import { type RecordConflict, useConflict } from '#web/ui/forms/use-conflict.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useSaveProfile } from './profile.query.ts'
import { findChanges, type ProfileDraft, toDraft } from './profile-draft.ts'

const { resolver, preload } = lazyResolver<ProfileDraft>(() => import('./profile.rules.ts'))

const CONFLICT_MESSAGE =
  'Someone changed this profile while you were editing. Nothing is lost: compare, choose, save again.'

/** Props shared by the form's fields. */
export interface PartProps {
  form: UseFormReturn<ProfileDraft>
  /** The profile that the form started from. */
  base: VersionedProfile
  conflict: DraftConflict<ProfileDraft> | null
}

/** The form of an instructor's profile. After a conflict it continues from the server's version with the user's edits. */
export function useProfileForm(id: string, initial: VersionedProfile) {
  const { base, conflict, show, restart } = useConflict(initial, { toDraft, merge })
  const { save, reload } = useSaveProfile(id)
  const form = useForm<ProfileDraft>({ resolver, defaultValues: toDraft(initial) })
  const { note } = useDraft(form, { name: `profile ${id}`, items: { links: [EMPTY_LINK] } })

  const send = async (draft: ProfileDraft) => {
    const changes = await findChanges(draft, base)
    if (Object.keys(changes).length === 0) return toastWarning('You have not changed anything.')
    await save(changes, base.version)
    restart(form, await reload())
    toastSuccess('Updated SuccessFully')
  }
  const submit = form.handleSubmit(async (draft) => {
    try {
      await send(draft).catch(async (error) =>
        isConflict(error) ? show(form, await reload(), CONFLICT_MESSAGE) : Promise.reject(error),
      )
    } catch (error) {
      // The image field shows the message.
      if (!(error instanceof UploadError)) form.setError('root', { message: toMessage(error) })
    }
  })
  return { submit, preload, note, part: { form, base, conflict: conflict && toDrafts(conflict) } satisfies PartProps }
}

function toDrafts({ before, now, mine }: RecordConflict<VersionedProfile, ProfileDraft>): DraftConflict<ProfileDraft> {
  return { before: toDraft(before), now: toDraft(now), mine }
}

function merge(conflict: RecordConflict<VersionedProfile, ProfileDraft>): ProfileDraft {
  return mergeDraft(toDrafts(conflict))
}
