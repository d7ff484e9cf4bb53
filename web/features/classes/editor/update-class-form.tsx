import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { api, call } from '#web/api.ts'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { UploadError } from '#web/features/images/image-upload.ts'
import { EditField } from '#web/forms/edit-form.tsx'
import { useVersionedForm } from '#web/forms/use-versioned-form.ts'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { type ClassDraft, findChanges, type RulesContext, toDraft, type ValidDraft } from './class-draft.ts'
import { ClassForm, PriceField, SEATS_INPUT } from './class-form.tsx'

const rules = lazyResolver<ClassDraft, RulesContext, ValidDraft>(() => import('./update-class.rules.ts'))

/** Edits a class. */
export function UpdateClassForm({ opened }: { opened: SchoolClass }) {
  const { currency } = useSchool()
  const navigate = useNavigate()
  const { update, reload } = useUpdateClass(opened._id)
  const imageInput = useRef<HTMLInputElement>(null)
  const { frame, base, part } = useVersionedForm<SchoolClass, ClassDraft, ClassChange, RulesContext, ValidDraft>({
    name: `class ${opened._id}`,
    record: 'this class',
    stored: opened,
    toDraft,
    rules,
    context: { currency },
    findChanges,
    save: update,
    reload,
    staysOpen: false,
    onSaved: () => navigate('/dashboard/my-class'),
    onError: (error) => {
      if (error instanceof UploadError) imageInput.current?.focus()
      return false
    },
  })
  return (
    <ClassForm
      frame={frame}
      part={part}
      lead={<EditConsequence schoolClass={base} />}
      action="Update Class"
      imageInput={imageInput}
      actions={
        <ButtonLink look="outline" to="/dashboard/my-class">
          Back
        </ButtonLink>
      }
    >
      <div>
        <div className="field-halves">
          <EditField {...part} field="seats" label="Available Seats" {...SEATS_INPUT} readOnly={base.runs.length > 1} />
          <PriceField {...part} />
        </div>
        {base.runs.length > 1 && <SeatsOfDates schoolClass={base} />}
      </div>
    </ClassForm>
  )
}

/** A link to the dates of a class, each of which has its own seats. */
function SeatsOfDates({ schoolClass: { _id } }: { schoolClass: SchoolClass }) {
  return (
    <p className="mt-1.5 text-sm text-soft">
      This class takes place on several dates. Change the seats of each one under{' '}
      <Link className="link" to={`/dashboard/dates/${_id}`}>
        Dates
      </Link>
      .
    </p>
  )
}

const CONSEQUENCES: Record<SchoolClass['status'], string> = {
  pending: 'This class is pending: it waits for an admin, who reviews it as you leave it.',
  approve: 'This class is live. Changes appear immediately and are logged.',
  deny: 'This class was denied. When you change it, it becomes pending and an admin reviews it again.',
}

/** The consequence of an edit, which depends on the class's status, and an admin's feedback on a denied class. */
function EditConsequence({ schoolClass: { status, feedback } }: { schoolClass: SchoolClass }) {
  const hasFeedback = status === 'deny' && feedback !== NO_FEEDBACK
  return (
    <div className="border-primary border-s-2 ps-4">
      <p>{CONSEQUENCES[status]}</p>
      {hasFeedback && <p className="wrap-anywhere mt-2 whitespace-pre-line text-soft">Feedback: {feedback}</p>}
    </div>
  )
}

function useUpdateClass(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    update: async (changes: ClassChange, { version }: SchoolClass): Promise<void> => {
      await call(api.changeClass, { params: { id }, body: changes }, { ifMatch: version })
      await refetchAfter(client, 'classChanged')
    },
    /** Reads the current class. Rejects with a CallError. */
    reload: (): Promise<SchoolClass> => client.fetchQuery({ ...schoolClassQuery(id), staleTime: 0 }),
  }
}
