import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SchoolClass } from '#contract/classes.ts'
import type { StudentsMessage } from '#contract/enrolments.ts'
import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { nameDate } from './name-date.ts'

const { resolver, preload } = lazyResolver<StudentsMessage>(() => import('./email-students.rules.ts'))

/** All dates that are not over, as the value of the choice. */
const ALL = ''

/** A form for an e-mail to the students of a date, by default the next one, or of all that are not over. */
export function EmailStudentsForm({ schoolClass: { _id: id, className, runs } }: { schoolClass: SchoolClass }) {
  const dates = listEmailed(runs)
  const [chosen, choose] = useState(dates[0]?._id ?? ALL)
  const students = dates.reduce((all, { _id, enroll }) => all + (chosen === ALL || chosen === _id ? enroll : 0), 0)
  const form = useForm<StudentsMessage>({ resolver, defaultValues: { subject: '', text: '' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const { note } = useDraft(form, { name: `e-mail to ${id}` })
  const client = useQueryClient()
  const submit = handleSubmit(async (email) => {
    const date = dates.length > 1 ? dates.find(({ _id }) => _id === chosen) : undefined
    if (!(await confirm(toQuestion(students, date ? `${className}, ${nameDate(date, dates)},` : className)))) return
    try {
      const body = { ...email, ...(chosen !== ALL && { runId: chosen }) }
      const { sentCount } = await call(api.emailStudents, { params: { id }, body })
      reset()
      void refetchAfter(client, 'studentsEmailed')
      toastSuccess(`Your e-mail is on its way to ${formatCount(sentCount, 'student')}`)
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  if (dates.length === 0) return null
  return (
    <section
      id="email"
      aria-labelledby="email-title"
      className="mt-12 border-line @min-[46rem]:max-w-2xl border-t pt-10"
    >
      <h2 id="email-title" className="mb-5 font-display text-2xl">
        E-mail all students
      </h2>
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        {note}
        {dates.length > 1 && <Choice label="Students of" value={chosen} options={toOptions(dates)} onChoose={choose} />}
        <Field label="Subject" autoComplete="off" error={errors.subject?.message} {...register('subject')} />
        <TextArea label="Message" rows={6} error={errors.text?.message} {...register('text')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Send e-mail
        </Button>
      </form>
    </section>
  )
}

/** Returns the dates that are not over and have students, in order of their start. */
function listEmailed(runs: readonly Run[], now = Date.now()): Run[] {
  const isAhead = ({ ends_at, canceled_at }: Run) => canceled_at === undefined && (ends_at === null || ends_at > now)
  return runs.filter((run) => run.enroll > 0 && isAhead(run))
}

function toOptions(dates: readonly Run[]) {
  const options = dates.map((run) => ({ value: run._id, label: `${nameDate(run, dates)} (${run.enroll})` }))
  return [...options, { value: ALL, label: 'All dates that are not over' }]
}

function toQuestion(students: number, className: string) {
  return {
    title: `E-mail ${formatCount(students, 'student')}?`,
    text: `All students of ${className} get this e-mail. They can reply to your e-mail address.`,
    action: 'Yes, send it!',
  }
}
