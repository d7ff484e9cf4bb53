import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClassFieldConflict } from './class-field-conflict.tsx'
import { ClassForm } from './class-form.tsx'
import { ClassImageField } from './class-image.tsx'
import { ImageConflict } from './image-conflict.tsx'
import { PriceField, SeatsField } from './number-fields.tsx'
import { ClassTextFields } from './text-fields.tsx'
import { useClassUpdate } from './use-class-update.ts'

/** Edits a class. */
export function UpdateClassForm({ opened }: { opened: SchoolClass }) {
  const { form, submit, preload, note, base, conflict, imageInput } = useClassUpdate(opened)
  const { register, watch, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const conflictProps = { conflict, form }
  return (
    <div className="grid gap-6">
      <EditConsequence schoolClass={base} />
      <ClassForm
        onSubmit={submit}
        onFocus={preload}
        problem={errors.root?.message}
        note={note}
        submitCount={submitCount}
        image={
          <>
            <ClassImageField form={form} currentUrl={base.classImage} ref={imageInput} />
            <ImageConflict {...conflictProps} />
          </>
        }
        more={
          <ClassTextFields
            form={form}
            renderBelow={(field, label) => <ClassFieldConflict field={field} label={label} {...conflictProps} />}
          />
        }
        actions={
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isSubmitting}>
              Update Class
            </Button>
            <ButtonLink look="outline" to="/dashboard/my-class">
              Back
            </ButtonLink>
          </div>
        }
      >
        <div>
          <Field label="Class Name" autoComplete="off" error={errors.className?.message} {...register('className')} />
          <ClassFieldConflict field="className" label="Class Name" {...conflictProps} />
        </div>
        <div>
          <SeatsField error={errors.seats?.message} readOnly={base.runs.length > 1} {...register('seats')} />
          {base.runs.length > 1 && <SeatsOfDates schoolClass={base} />}
          <ClassFieldConflict field="seats" label="Available Seats" {...conflictProps} />
        </div>
        <div>
          <PriceField text={watch('price')} error={errors.price?.message} {...register('price')} />
          <ClassFieldConflict field="price" label="Price" {...conflictProps} />
        </div>
      </ClassForm>
    </div>
  )
}

/** Why the seats of a class with several dates are changed elsewhere. */
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
    <div className="max-w-prose border-primary border-s-2 ps-4">
      <p>{CONSEQUENCES[status]}</p>
      {hasFeedback && <p className="wrap-anywhere mt-2 whitespace-pre-line text-soft">Feedback: {feedback}</p>}
    </div>
  )
}
