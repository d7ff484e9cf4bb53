import type { Material } from '#contract/materials.ts'
import { ClassMaterial } from '#web/features/enrolments/class-material.tsx'

interface MaterialPreviewProps {
  draft: Material
  instructorName: string
}

/** Shows the draft as students will see it. */
export function MaterialPreview({ draft: { text, links }, instructorName }: MaterialPreviewProps) {
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
