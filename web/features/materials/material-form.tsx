import { useQuery } from '@tanstack/react-query'
import type { SchoolClass } from '#contract/classes.ts'
import type { Material, VersionedMaterial } from '#contract/materials.ts'
import { MAX_MATERIAL_LINKS } from '#contract/values/limits.ts'
import { ClassMaterial } from '#web/features/enrolments/class-material.tsx'
import { EditForm } from '#web/forms/edit-form.tsx'
import { LinksField } from '#web/forms/links-field.tsx'
import { MarkdownEditor } from '#web/forms/markdown-editor.tsx'
import { useVersionedForm } from '#web/forms/use-versioned-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EMPTY_LINK } from '#web/ui/forms/links/link-rows.ts'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { materialPreviewQuery } from './material.query.ts'
import { MaterialFiles } from './material-files.tsx'
import { useSaveMaterial } from './save-material.ts'

const rules = lazyResolver<Material>(() => import('./material.rules.ts'))

interface MaterialFormProps {
  schoolClass: SchoolClass
  opened: VersionedMaterial
}

/** Edits a class's material, with a preview of what students see. */
export function MaterialForm({ schoolClass: { _id, instructorName }, opened }: MaterialFormProps) {
  const { save, reload } = useSaveMaterial(_id)
  const { frame, part } = useVersionedForm({
    name: `material ${_id}`,
    record: 'this material',
    stored: opened,
    toDraft: ({ text, links }) => ({ text, links }),
    items: { links: [EMPTY_LINK] },
    rules,
    findChanges: (material) => material,
    save: (material, { version }) => save(material, version),
    reload,
    staysOpen: true,
  })
  const { watch, formState } = part.form
  return (
    <div className="material-columns">
      <div className="grid min-w-0 content-start gap-12">
        <EditForm
          {...frame}
          className="content-start gap-8"
          isLong
          actions={
            <ButtonLink look="outline" to="/dashboard/my-class">
              Back
            </ButtonLink>
          }
        >
          <MarkdownEditor
            {...part}
            field="text"
            label="Text"
            rows={14}
            readOnly={formState.isSubmitting}
            hint="A blank line begins a new paragraph."
          />
          <LinksField {...part} max={MAX_MATERIAL_LINKS} isLong />
        </EditForm>
        <MaterialFiles classId={_id} files={opened.files} />
      </div>
      <MaterialPreview draft={watch()} opened={opened} instructorName={instructorName} />
    </div>
  )
}

interface MaterialPreviewProps {
  draft: Material
  opened: VersionedMaterial
  instructorName: string
}

/** Shows the draft as students will see it. */
function MaterialPreview({ draft: { text, links }, opened, instructorName }: MaterialPreviewProps) {
  const isSaved = text === opened.text
  const { data } = useQuery(materialPreviewQuery(usePausedValue(isSaved ? '' : text)))
  const html = isSaved ? opened.html : text.trim() === '' ? '' : (data?.html ?? '')
  const material = { html, links: links.filter(isComplete), files: opened.files }
  return (
    <aside aria-label="As students see it" className="material-preview">
      <p className="edge-print mb-4">As students see it</p>
      <ClassMaterial material={material} instructorName={instructorName} />
    </aside>
  )
}

/** An incomplete address leads nowhere, and one with another scheme could run as a script. */
function isComplete({ words, address }: Material['links'][number]): boolean {
  return words !== '' && /^https:\/\/\S+$/.test(address)
}
