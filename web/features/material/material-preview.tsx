import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form/parts'
import type { Material } from '#contract/classes.ts'
import { ClassMaterial } from '#web/features/enrolments/class-material.tsx'

interface MaterialPreviewProps {
  control: Control<Material>
  instructorName: string
}

/** What is being typed, as students will see it. */
export function MaterialPreview({ control, instructorName }: MaterialPreviewProps) {
  const { text, links } = useWatch({ control })
  const material = { text: text ?? '', links: (links ?? []).flatMap(shown) }
  return (
    <aside aria-label="As students see it" className="material-preview">
      <p className="edge-print mb-4">As students see it</p>
      <ClassMaterial material={material} instructorName={instructorName} />
    </aside>
  )
}

/** Only whole ones: half an address leads nowhere, and another kind could run as a script. */
function shown({ words = '', address = '' }: Partial<Material['links'][number]>): Material['links'] {
  return words && /^https:\/\/\S+$/.test(address) ? [{ words, address }] : []
}
