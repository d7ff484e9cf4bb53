import type { PictureVersion } from '#contract/critique.ts'
import type { Geometry, RemarkKind } from '#contract/remark-geometry.ts'
import { CropView } from './crop-view.tsx'
import { RemarkForm } from './remark-form.tsx'
import type { CritiqueCalls } from './submission.query.ts'

/** A remark that is being made. */
export interface DraftRemark {
  kind: RemarkKind
  geometry: Geometry | null
  /** False while the gesture goes on. */
  isDrawn: boolean
}

interface DraftFormProps {
  draft: DraftRemark
  version: PictureVersion
  calls: CritiqueCalls
  onDone: () => void
}

/** The text of a new remark, once it is drawn. A crop is shown while it is drawn. */
export function DraftForm({ draft: { kind, geometry, isDrawn }, version, calls, onDone }: DraftFormProps) {
  const save = async (text: string) => {
    await calls.addRemark(version._id, { kind, geometry, text })
    onDone()
  }
  return (
    <>
      {kind === 'crop' && geometry && 'w' in geometry && <CropView version={version} crop={geometry} isSharp />}
      {isDrawn && <RemarkForm kind={kind} onSave={save} onCancel={onDone} />}
    </>
  )
}
