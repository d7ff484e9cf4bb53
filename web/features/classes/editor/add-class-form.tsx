import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { UploadError } from '#web/features/images/image-upload.ts'
import { useSchool } from '#web/school/school.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { CompleteDraft } from './add-class.rules.ts'
import { useAddClass } from './add-class.ts'
import { type ClassDraft, EMPTY_DRAFT, type RulesContext } from './class-draft.ts'
import { ClassForm } from './class-form.tsx'
import { ClassImageField } from './class-image.tsx'
import { PriceField, SeatsField } from './number-fields.tsx'
import { ClassTextFields } from './text-fields.tsx'

const { resolver, preload } = lazyResolver<ClassDraft, RulesContext, CompleteDraft>(
  () => import('./add-class.rules.ts'),
)

/** Adds a class, then shows the instructor's classes. */
export function AddClassForm() {
  const { currency } = useSchool()
  const { user } = useSession()
  const navigate = useNavigate()
  const addClass = useAddClass()
  const imageInput = useRef<HTMLInputElement>(null)
  const form = useForm({
    resolver,
    context: { currency },
    defaultValues: EMPTY_DRAFT,
  })
  const { register, watch, handleSubmit, setError, formState } = form
  const { note, markSaved } = useDraft(form, { name: 'new class' })
  const { errors, isSubmitting, submitCount } = formState
  const submit = handleSubmit(async (draft) => {
    let added: string
    try {
      added = await addClass(draft)
    } catch (error) {
      if (error instanceof UploadError) return imageInput.current?.focus()
      return setError('root', { message: toMessage(error) })
    }
    markSaved()
    toastSuccess('Item added successfully')
    await navigate('/dashboard/my-class', { state: { added } })
  })
  return (
    <ClassForm
      onSubmit={submit}
      onFocus={preload}
      problem={errors.root?.message}
      note={note}
      submitCount={submitCount}
      image={<ClassImageField form={form} ref={imageInput} />}
      more={<ClassTextFields form={form} />}
      actions={
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Add Class
        </Button>
      }
    >
      <Field label="Class Name" autoComplete="off" error={errors.className?.message} {...register('className')} />
      <Field label="Instructor Name" readOnly value={user?.displayName || user?.email} />
      <Field label="Instructor Email" type="email" readOnly value={user?.email} />
      <div className="field-halves">
        <SeatsField error={errors.seats?.message} {...register('seats')} />
        <PriceField text={watch('price')} error={errors.price?.message} {...register('price')} />
      </div>
    </ClassForm>
  )
}
