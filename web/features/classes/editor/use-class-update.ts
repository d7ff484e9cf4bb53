import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { useSchool } from '#web/school/school.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { useConflict } from '#web/ui/forms/use-conflict.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { mergeDraft } from './class-conflict.ts'
import { type ClassDraft, findChanges, type RulesContext, toDraft, type ValidDraft } from './class-draft.ts'
import { useUpdateClass } from './update-class.ts'

const { resolver, preload } = lazyResolver<ClassDraft, RulesContext, ValidDraft>(
  () => import('./update-class.rules.ts'),
)

const CONFLICT_MESSAGE =
  'Someone changed this class while you were editing. Nothing is lost: compare, choose, save again.'

/** The form of an edited class. After a conflict it continues from the server's version with the user's edits. */
export function useClassUpdate(initial: SchoolClass) {
  const { currency } = useSchool()
  const navigate = useNavigate()
  const { base, conflict, show } = useConflict(initial, { toDraft, merge: mergeDraft })
  const { update, reload } = useUpdateClass(base)
  const form = useForm({ resolver, context: { currency }, defaultValues: toDraft(initial) })
  const imageInput = useRef<HTMLInputElement>(null)
  const { handleSubmit, setError } = form
  const { note, markSaved } = useDraft(form, { name: `class ${initial._id}` })

  const showConflict = async () => show(form, await reload(), CONFLICT_MESSAGE)
  const send = async (draft: ValidDraft) => {
    const changes = await findChanges(draft, base)
    if (Object.keys(changes).length === 0) return toastWarning('You have not changed anything.')
    await update(changes)
    markSaved()
    toastSuccess('Updated SuccessFully')
    await navigate('/dashboard/my-class')
  }
  const submit = handleSubmit(async (draft) => {
    try {
      await send(draft).catch((error) => (isConflict(error) ? showConflict() : Promise.reject(error)))
    } catch (error) {
      if (error instanceof UploadError) return imageInput.current?.focus()
      setError('root', { message: toMessage(error) })
    }
  })
  return { form, submit, preload, note, base, conflict, imageInput }
}
