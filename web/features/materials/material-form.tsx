import type { UseFormReturn } from 'react-hook-form'
import type { SchoolClass } from '#contract/classes.ts'
import type { Material, VersionedMaterial } from '#contract/materials.ts'
import { MAX_MATERIAL_LINKS } from '#contract/values/limits.ts'
import { ClassMaterial } from '#web/features/enrolments/class-material.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConflictChoice } from '#web/ui/forms/conflict-choice.tsx'
import { LinksEditor } from '#web/ui/forms/links/links-editor.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { findDifference, type MaterialConflict, type MaterialPart } from './material-draft.ts'
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

interface MaterialConflictChoiceProps {
  part: MaterialPart
  label: string
  conflict: MaterialConflict | null
  form: UseFormReturn<Material>
}

/** Shows below a part of the material that it changed on the server, with a choice if the user changed it too. */
function MaterialConflictChoice({ part, label, conflict, form }: MaterialConflictChoiceProps) {
  const difference = conflict && findDifference(conflict, part)
  if (!difference) return null
  if (difference === 'current')
    return <p className="mt-1.5 text-sm text-soft">Someone changed this after you opened the page.</p>
  const { now, mine } = conflict
  const isTheirs = JSON.stringify(form.watch(part)) === JSON.stringify(now[part])
  return (
    <ConflictChoice
      label={label}
      mine={formatPart(mine[part])}
      current={formatPart(now[part])}
      chosen={isTheirs ? 'current' : 'mine'}
      onChoose={(side) => form.setValue(part, (side === 'mine' ? mine : now)[part], { shouldDirty: true })}
    />
  )
}

function formatPart(part: Material[MaterialPart]): string {
  if (typeof part === 'string') return part || 'no text'
  return part.map(({ words, address }) => `${words} (${address})`).join('\n') || 'no links'
}

interface MaterialPreviewProps {
  draft: Material
  instructorName: string
}

/** Shows the draft as students will see it. */
function MaterialPreview({ draft: { text, links }, instructorName }: MaterialPreviewProps) {
  return (
    <aside aria-label="As students see it" className="material-preview">
      <p className="edge-print mb-4">As students see it</p>
      <ClassMaterial material={{ text, links: links.filter(isComplete) }} instructorName={instructorName} />
    </aside>
  )
}

/** An incomplete address leads nowhere, and one with another scheme could run as a script. */
function isComplete({ words, address }: Material['links'][number]): boolean {
  return words !== '' && /^https:\/\/\S+$/.test(address)
}
