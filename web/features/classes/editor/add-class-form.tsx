import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { api, call } from '#web/api.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { EditField } from '#web/forms/edit-form.tsx'
import { useVersionedForm } from '#web/forms/use-versioned-form.ts'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { Field } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { CompleteDraft } from './add-class.rules.ts'
import { type ClassDraft, EMPTY_DRAFT, type RulesContext, readFurther } from './class-draft.ts'
import { ClassForm, PriceField, SEATS_INPUT } from './class-form.tsx'

const rules = lazyResolver<ClassDraft, RulesContext, CompleteDraft>(() => import('./add-class.rules.ts'))

/** Adds a class, then shows the instructor's classes. */
export function AddClassForm() {
  const { currency } = useSchool()
  const { user } = useSession()
  const navigate = useNavigate()
  const addClass = useAddClass()
  const imageInput = useRef<HTMLInputElement>(null)
  const added = useRef('')
  const { frame, part } = useVersionedForm<null, ClassDraft, CompleteDraft, RulesContext, CompleteDraft>({
    name: 'new class',
    record: 'this class',
    stored: null,
    toDraft: () => EMPTY_DRAFT,
    rules,
    context: { currency },
    findChanges: (draft) => draft,
    save: async (draft) => {
      added.current = await addClass(draft)
    },
    reload: async () => null,
    savedMessage: 'Item added successfully',
    staysOpen: false,
    onSaved: () => navigate('/dashboard/my-class', { state: { added: added.current } }),
    onError: (error) => {
      if (error instanceof UploadError) imageInput.current?.focus()
      return false
    },
  })
  return (
    <ClassForm
      frame={frame}
      part={part}
      lead={<p>An admin reviews new classes. Until approved, yours stays pending.</p>}
      action="Add Class"
      imageInput={imageInput}
      instructor={
        <div className="form-pair read-only-pair">
          <Field label="Instructor Name" readOnly value={user?.displayName || user?.email} />
          <Field label="Instructor Email" type="email" readOnly value={user?.email} />
        </div>
      }
    >
      <div className="field-halves">
        <EditField {...part} field="seats" label="Available Seats" {...SEATS_INPUT} />
        <PriceField {...part} />
      </div>
    </ClassForm>
  )
}

/** Returns a function that uploads the image and adds the class. It returns the id, and rejects with UploadError or CallError. */
function useAddClass() {
  const client = useQueryClient()
  return async ({ image, image2, image3, terms_id, ...fields }: CompleteDraft): Promise<string> => {
    const images = { classImage: await image.url(), ...(await readFurther({ image2, image3, ...fields })) }
    const { insertedId } = await call(api.addClass, { body: { ...fields, ...images, terms_id: terms_id || null } })
    await refetchAfter(client, 'classAdded')
    return insertedId
  }
}
