import type { KeptMaterial, SchoolClass } from '#contract/classes.ts'
import { FormError } from '#web/features/account/form-error.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IntoSight } from '#web/ui/into-sight.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useFirstInvalid } from '#web/ui/use-first-invalid.ts'
import { LinksEditor } from './links-editor.tsx'
import { MaterialMeanwhile } from './material-meanwhile.tsx'
import { MaterialPreview } from './material-preview.tsx'
import { useMaterialForm } from './use-material-form.ts'

interface MaterialFormProps {
  schoolClass: SchoolClass
  opened: KeptMaterial
}

/** A class's material: a text and links, and beside them what students will see. */
export function MaterialForm({ schoolClass, opened }: MaterialFormProps) {
  const { form, submit, preload, meanwhile } = useMaterialForm(schoolClass._id, opened)
  const { register, watch, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const place = useFirstInvalid(submitCount)
  const problem = errors.root?.message
  const beside = { meanwhile, form }
  return (
    <div className="material-columns">
      <form ref={place} noValidate onSubmit={submit} onFocus={preload} className="grid min-w-0 content-start gap-8">
        <IntoSight of={problem}>
          <FormError message={problem} />
        </IntoSight>
        <div>
          <TextArea label="Text" rows={14} readOnly={isSubmitting} error={errors.text?.message} {...register('text')} />
          <p className="mt-1.5 text-sm text-soft">A blank line begins a new paragraph.</p>
          <MaterialMeanwhile part="text" label="Text" {...beside} />
        </div>
        <div>
          <LinksEditor form={form} />
          <MaterialMeanwhile part="links" label="Links" {...beside} />
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
      <MaterialPreview typed={watch()} instructorName={schoolClass.instructorName} />
    </div>
  )
}
