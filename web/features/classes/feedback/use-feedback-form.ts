import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { api, call } from '#web/api.ts'
import { isConflict, toSaveMessage } from '#web/forms/use-versioned-form.ts'
import { refetchAfter } from '#web/queries.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { FeedbackForm } from './feedback.rules.ts'

const { resolver, preload } = lazyResolver<FeedbackForm>(() => import('./feedback.rules.ts'))

/** The form of a class's feedback. `remote` is what another admin sent while the form was open. */
export function useFeedbackForm(initial: SchoolClass) {
  const [base, setBase] = useState(initial)
  const [remote, setRemote] = useState<string | null>(null)
  const feedback = initial.feedback === NO_FEEDBACK ? '' : initial.feedback
  const form = useForm<FeedbackForm>({ resolver, mode: 'onSubmit', defaultValues: { feedback } })
  const { note, markSaved } = useDraft(form, { name: `feedback ${initial._id}` })
  const leave = useLeave(markSaved)
  const submit = form.handleSubmit(async (values) => {
    try {
      const result = await giveFeedback(base, values.feedback)
      if (result.status === 'conflict') {
        setBase(result.now)
        return setRemote(result.now.feedback)
      }
      if (result.status === 'sent') toastSuccess('Feedback send successfully')
      else toastWarning('Nothing changed: the class already has this feedback.')
      leave()
    } catch (error) {
      form.setError('root', { message: toSaveMessage(error, 'this class') })
    }
  })
  return { form, submit, preload, note, remote, keepRemote: leave }
}

/** Returns a function that leaves the page without a question about unsaved changes. */
function useLeave(markSaved: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    markSaved()
    void refetchAfter(client, 'feedbackGiven')
    void navigate('/dashboard/manage-class')
  }
}

/** `conflict` is the class with another admin's new feedback, which was not replaced. */
type FeedbackResult = { status: 'sent' | 'unchanged' } | { status: 'conflict'; now: SchoolClass }

/** Sends feedback on the version of a class in `base`. Retries if only other fields have changed, for example by a sale. */
async function giveFeedback(base: SchoolClass, feedback: string): Promise<FeedbackResult> {
  const { _id: id, version } = base
  try {
    const { modifiedCount } = await call(api.giveFeedback, { params: { id }, body: { feedback } }, { ifMatch: version })
    return { status: modifiedCount > 0 ? 'sent' : 'unchanged' }
  } catch (error) {
    if (!isConflict(error)) throw error
    const now = await call(api.getClass, { params: { id } })
    if (now.feedback === feedback) return { status: 'unchanged' }
    if (now.feedback !== base.feedback) return { status: 'conflict', now }
    if (now.version === version) throw error
    return giveFeedback(now, feedback)
  }
}
