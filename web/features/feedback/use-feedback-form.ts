import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { wordsFor } from '#web/session/words.ts'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess, toastWarning } from '#web/ui/notices.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import type { FeedbackForm } from './feedback.rules.ts'
import { giveFeedback } from './give-feedback.ts'

const LIST = '/dashboard/manage-class'

const { resolver, preload } = lazyResolver<FeedbackForm>(() => import('./feedback.rules.ts'))

/** The form of a class's feedback, and what another admin has written while it was filled in. */
export function useFeedbackForm(opened: SchoolClass) {
  const [read, setRead] = useState(opened)
  const [theirs, setTheirs] = useState<string | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const feedback = opened.feedback === NO_FEEDBACK ? '' : opened.feedback
  const form = useForm<FeedbackForm>({ resolver, mode: 'onSubmit', defaultValues: { feedback } })
  const markSaved = useUnsaved(form.formState.isDirty)
  const toList = () => {
    markSaved()
    for (const key of ['class', 'all classes', 'office figures', 'activity'])
      void client.invalidateQueries({ queryKey: [key] })
    void navigate(LIST)
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      const given = await giveFeedback(read, values.feedback)
      if ('now' in given) {
        setRead(given.now)
        return setTheirs(given.now.feedback)
      }
      if (given.sent) toastSuccess('Feedback send successfully')
      else toastWarning('This feedback stands there already, in the same words.')
      toList()
    } catch (error) {
      form.setError('root', { message: wordsFor(error) })
    }
  })
  return { form, submit, preload, theirs, keepTheirs: toList }
}
