import type { Material } from '#contract/classes.ts'
import { ClassMaterial } from '#web/features/enrolments/class-material.tsx'

interface MaterialPreviewProps {
  typed: Material
  instructorName: string
}

/** What is being typed, as students will see it. */
export function MaterialPreview({ typed: { text, links }, instructorName }: MaterialPreviewProps) {
  return (
    <aside aria-label="As students see it" className="material-preview">
      <p className="edge-print mb-4">As students see it</p>
      <ClassMaterial material={{ text, links: links.filter(isWhole) }} instructorName={instructorName} />
    </aside>
  )
}

/** Half an address leads nowhere, and one of another kind could run as a script. */
function isWhole({ words, address }: Material['links'][number]): boolean {
  return words !== '' && /^https:\/\/\S+$/.test(address)
}
