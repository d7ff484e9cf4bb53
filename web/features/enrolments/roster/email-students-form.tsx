import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { SchoolClass } from '#contract/classes.ts'
import type { StudentsMessage } from '#contract/enrolments.ts'
import { formatCount } from '#contract/values/count.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'

const { resolver, preload } = lazyResolver<StudentsMessage>(() => import('./email-students.rules.ts'))

interface EmailStudentsFormProps {
  schoolClass: SchoolClass
  /** The number of recipients. */
  students: number
}

/** A form for an e-mail to all students of a class. */
export function EmailStudentsForm({ schoolClass: { _id: id, className }, students }: EmailStudentsFormProps) {
  const form = useForm<StudentsMessage>({ resolver, defaultValues: { subject: '', text: '' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const { note } = useDraft(form, { name: `e-mail to ${id}` })
  const client = useQueryClient()
  const submit = handleSubmit(async (email) => {
    if (!(await confirm(toQuestion(students, className)))) return
    try {
      const { sentCount } = await call(api.emailStudents, { params: { id }, body: email })
      reset()
      void refetchAfter(client, 'studentsEmailed')
      toastSuccess(`Your e-mail is on its way to ${formatCount(sentCount, 'student')}`)
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  return (
    <section id="email" aria-labelledby="email-title" className="mt-12 max-w-2xl border-line border-t pt-10">
      <h2 id="email-title" className="mb-5 font-display text-2xl">
        E-mail all students
      </h2>
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        {note}
        <Field label="Subject" autoComplete="off" error={errors.subject?.message} {...register('subject')} />
        <TextArea label="Message" rows={6} error={errors.text?.message} {...register('text')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Send e-mail
        </Button>
      </form>
    </section>
  )
}

function toQuestion(students: number, className: string) {
  return {
    title: `E-mail ${formatCount(students, 'student')}?`,
    text: `All students of ${className} get this e-mail. They can reply to your e-mail address.`,
    action: 'Yes, send it!',
  }
}
