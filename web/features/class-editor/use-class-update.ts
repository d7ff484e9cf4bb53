import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { NotSent } from '#web/features/pictures/picture-upload.ts'
import { useSchool } from '#web/school/school.ts'
import { wordsFor } from '#web/session/words.ts'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess, toastWarning } from '#web/ui/notices.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { type CheckedDraft, type ClassDraft, changesOf, draftOf, type RulesContext } from './class-draft.ts'
import { type Meanwhile, mergedDraft } from './meanwhile.ts'
import { useUpdateClass } from './update-class.ts'

const { resolver, preload } = lazyResolver<ClassDraft, RulesContext, CheckedDraft>(
  () => import('./update-class.rules.ts'),
)

const CHANGED =
  'This class has changed since you opened this page. Nothing of yours is lost: below stand both, so that you can choose and send again.'

/** The form of a class that is being changed, and what comes of sending it. */
export function useClassUpdate(opened: SchoolClass) {
  const { currency } = useSchool()
  const navigate = useNavigate()
  const [base, setBase] = useState(opened)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const { update, readAgain } = useUpdateClass(base)
  const form = useForm({ resolver, context: { currency }, defaultValues: draftOf(opened) })
  const pictureInput = useRef<HTMLInputElement>(null)
  const { handleSubmit, setError, reset, getValues, formState } = form
  const markSaved = useUnsaved(formState.isDirty)

  /** Goes on from the class as it is now, with everything that was typed. */
  const meetTheirs = async () => {
    const now = await readAgain()
    const met = { before: base, now, mine: getValues() }
    setBase(now)
    setMeanwhile(met)
    reset(draftOf(now))
    reset(mergedDraft(met), { keepDefaultValues: true })
    setError('root', { message: CHANGED })
  }
  const send = async (draft: CheckedDraft) => {
    const changes = await changesOf(draft, base)
    if (Object.keys(changes).length === 0) return toastWarning('Nothing has changed, so there is nothing to send.')
    await update(changes)
    markSaved()
    toastSuccess('Updated SuccessFully')
    await navigate('/dashboard/my-class')
  }
  const submit = handleSubmit(async (draft) => {
    try {
      await send(draft).catch((error) => (isChangedMeanwhile(error) ? meetTheirs() : Promise.reject(error)))
    } catch (error) {
      if (error instanceof NotSent) return pictureInput.current?.focus()
      setError('root', { message: wordsFor(error) })
    }
  })
  return { form, submit, preload, base, meanwhile, pictureInput }
}

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CHANGED_MEANWHILE'
}
