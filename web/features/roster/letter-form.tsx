import { useForm } from 'react-hook-form'
import type { SchoolClass, StudentsLetter } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { FormError } from '#web/features/account/form-error.tsx'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess } from '#web/ui/notices.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { useUnsaved } from '#web/ui/use-unsaved.ts'

const { resolver, preload } = lazyResolver<StudentsLetter>(() => import('./letter.rules.ts'))

interface LetterFormProps {
  schoolClass: SchoolClass
  /** How many will get it. */
  students: number
}

/** A letter to everybody who is enrolled in a class. */
export function LetterForm({ schoolClass: { _id: id, className }, students }: LetterFormProps) {
  const { register, handleSubmit, setError, reset, formState } = useForm<StudentsLetter>({
    resolver,
    defaultValues: { subject: '', text: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsaved(isDirty)
  const submit = handleSubmit(async (letter) => {
    if (!(await confirm(questionAbout(students, className)))) return
    try {
      const { sentCount } = await call(api.writeToStudents, { params: { id }, body: letter })
      reset()
      toastSuccess(`Your letter is on its way to ${peopleOf(sentCount)}`)
    } catch (error) {
      setError('root', { message: wordsFor(error) })
    }
  })
  return (
    <section id="letter" aria-labelledby="letter-title" className="mt-12 max-w-2xl border-line border-t pt-10">
      <h2 id="letter-title" className="mb-5 font-display text-2xl">
        Write to all of them
      </h2>
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <Field label="Subject" autoComplete="off" error={errors.subject?.message} {...register('subject')} />
        <TextArea label="Message" rows={6} error={errors.text?.message} {...register('text')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Send to all
        </Button>
      </form>
    </section>
  )
}

function questionAbout(students: number, className: string) {
  return {
    title: `Write to ${peopleOf(students)}?`,
    text: `Everybody who is enrolled in ${className} gets your letter by mail, with your address to answer to.`,
    action: 'Yes, send it!',
  }
}

function peopleOf(students: number): string {
  return students === 1 ? '1 student' : `${students} students`
}
