import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { refetchAfter } from '#web/queries.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { FeedbackForm } from './feedback.rules.ts'
import { giveFeedback } from './give-feedback.ts'

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
      form.setError('root', { message: toMessage(error) })
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
