import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { MinimumFields, SeatsFields } from './limit-fields.tsx'
import { OverlapWarning } from './overlap-warning.tsx'
import { PlaceFields } from './place-fields.tsx'
import type { PartProps } from './run-form-state.ts'
import { SessionsEditor } from './sessions-editor.tsx'
import { UndatedQuestion } from './undated-question.tsx'
import { type RunFormOptions, useRunForm } from './use-run-form.ts'

/** Adds or changes a run. */
export function RunForm(options: RunFormOptions) {
  const { form, submit, decide, preload, note, conflict, overlaps, asksUndated, backTo } = useRunForm(options)
  const { errors, isSubmitting, submitCount } = form.formState
  const element = useFirstInvalid(submitCount)
  return (
    <form ref={element} noValidate onSubmit={submit} onFocus={preload} className="grid max-w-4xl gap-8">
      <ScrollIntoView message={errors.root?.message}>
        <FormError message={errors.root?.message} />
      </ScrollIntoView>
      {note}
      <FormSections form={form} conflict={conflict} />
      <OverlapWarning overlaps={overlaps} isSaving={isSubmitting} onSave={() => decide({ allow_overlap: true })} />
      <UndatedQuestion isAsked={asksUndated} isSaving={isSubmitting} onDecide={(undated) => decide({ undated })} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          {options.stored ? 'Save date' : 'Add date'}
        </Button>
        <ButtonLink look="outline" to={backTo}>
          Back
        </ButtonLink>
      </div>
    </form>
  )
}

function FormSections(part: PartProps) {
  return (
    <>
      <SessionsEditor {...part} />
      <PlaceFields {...part} />
      <SeatsFields {...part} />
      <MinimumFields {...part} />
    </>
  )
}
