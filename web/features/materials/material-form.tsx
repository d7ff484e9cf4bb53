import type { SchoolClass } from '#contract/classes.ts'
import type { VersionedMaterial } from '#contract/materials.ts'
import { MAX_MATERIAL_LINKS } from '#contract/values/limits.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LinksEditor } from '#web/ui/forms/links/links-editor.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { MaterialConflictChoice } from './material-conflict-choice.tsx'
import { MaterialPreview } from './material-preview.tsx'
import { useMaterialForm } from './use-material-form.ts'

interface MaterialFormProps {
  schoolClass: SchoolClass
  opened: VersionedMaterial
}

/** Edits a class's material, with a preview of what students see. */
export function MaterialForm({ schoolClass, opened }: MaterialFormProps) {
  const { form, submit, preload, note, conflict } = useMaterialForm(schoolClass._id, opened)
  const { register, watch, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const formElement = useFirstInvalid(submitCount)
  const problem = errors.root?.message
  return (
    <div className="material-columns">
      <form
        ref={formElement}
        noValidate
        onSubmit={submit}
        onFocus={preload}
        className="grid min-w-0 content-start gap-8"
      >
        <ScrollIntoView message={problem}>
          <FormError message={problem} />
        </ScrollIntoView>
        {note}
        <div>
          <TextArea label="Text" rows={14} readOnly={isSubmitting} error={errors.text?.message} {...register('text')} />
          <p className="mt-1.5 text-sm text-soft">A blank line begins a new paragraph.</p>
          <MaterialConflictChoice part="text" label="Text" conflict={conflict} form={form} />
        </div>
        <div>
          <LinksEditor
            links={watch('links')}
            onChange={(links) =>
              form.setValue('links', links, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }
            errors={errors.links}
            readOnly={isSubmitting}
            max={MAX_MATERIAL_LINKS}
          />
          <MaterialConflictChoice part="links" label="Links" conflict={conflict} form={form} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting}>
            Save
          </Button>
          <ButtonLink look="outline" to="/dashboard/my-class">
            Back
          </ButtonLink>
        </div>
      </form>
      <MaterialPreview draft={watch()} instructorName={schoolClass.instructorName} />
    </div>
  )
}
