import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { NotSent } from '#web/features/pictures/picture-upload.ts'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess } from '#web/ui/notices.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import type { CompleteDraft } from './add-class.rules.ts'
import { useAddClass } from './add-class.ts'
import { type ClassDraft, EMPTY_DRAFT, type RulesContext } from './class-draft.ts'
import { ClassForm } from './class-form.tsx'
import { PictureOfClass } from './picture-of-class.tsx'
import { PriceField } from './price-field.tsx'
import { SeatsField } from './seats-field.tsx'

const { resolver, preload } = lazyResolver<ClassDraft, RulesContext, CompleteDraft>(
  () => import('./add-class.rules.ts'),
)

/** A new class. Once it is added, the list shows where it stands. */
export function AddClassForm() {
  const { currency } = useSchool()
  const { user } = useSession()
  const navigate = useNavigate()
  const addClass = useAddClass()
  const pictureInput = useRef<HTMLInputElement>(null)
  const form = useForm({
    resolver,
    context: { currency },
    defaultValues: EMPTY_DRAFT,
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty, submitCount } = formState
  const markSaved = useUnsaved(isDirty)
  const submit = handleSubmit(async (draft) => {
    try {
      await addClass(draft)
    } catch (error) {
      if (error instanceof NotSent) return pictureInput.current?.focus()
      return setError('root', { message: wordsFor(error) })
    }
    markSaved()
    toastSuccess('Item added successfully')
    await navigate('/dashboard/my-class')
  })
  return (
    <ClassForm
      onSubmit={submit}
      onFocus={preload}
      problem={errors.root?.message}
      submitCount={submitCount}
      picture={<PictureOfClass form={form} ref={pictureInput} />}
    >
      <Field label="Class Name" autoComplete="off" error={errors.className?.message} {...register('className')} />
      <Field label="Instructor Name" readOnly value={user?.displayName || user?.email} />
      <Field label="Instructor Email" type="email" readOnly value={user?.email} />
      <div className="grid grid-cols-2 items-start gap-5">
        <SeatsField error={errors.seats?.message} {...register('seats')} />
        <PriceField error={errors.price?.message} {...register('price')} />
      </div>
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Add Class
      </Button>
    </ClassForm>
  )
}
