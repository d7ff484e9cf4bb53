/** Remarks whose text is being typed, over a reload, a login and a deletion in another tab. */
import { useEffect, useRef } from 'react'
import type { PictureVersion, Remark, SubmissionPicture } from '#contract/critique.ts'
import { toastWarning } from '#web/ui/toasts.ts'
import { type Drawn, loadDrawn, loadTyped, storeDrawn, storeTyped, typedName } from './typed-text.ts'

/** Returns the version of a picture on which a new remark was being typed before a reload or a login. */
export function findTyped({ versions }: SubmissionPicture): PictureVersion | undefined {
  return versions.find(({ _id }) => loadDrawn(_id))
}

interface ReadRemarks {
  versionId: string | undefined
  /** Undefined while they are read. */
  remarks: readonly Remark[] | undefined
  /** Opens a new remark. Null while another one is open. */
  open: ((remark: Drawn & { isDrawn: true }) => void) | null
}

/** Makes a new remark of a text that was being typed into an own remark when that was deleted in another tab. */
export function useDeletedWhileTyped({ versionId, remarks, open }: ReadRemarks): void {
  const earlier = useRef<readonly Remark[]>([])
  useEffect(() => {
    if (!remarks) return
    const ids = new Set(remarks.map(({ _id }) => _id))
    const deleted = earlier.current.find((remark) => remark.versionId === versionId && isTypedInto(remark, ids))
    earlier.current = remarks
    if (!deleted || !open) return
    moveTyped(deleted)
    open({ kind: deleted.kind, geometry: deleted.geometry, isDrawn: true })
    toastWarning('This remark was deleted. You can save your text as a new one.')
  }, [versionId, remarks, open])
}

function isTypedInto({ _id }: Remark, present: ReadonlySet<string>): boolean {
  return !present.has(_id) && loadTyped(typedName.ofRemark(_id)) !== null
}

function moveTyped({ _id, versionId, kind, geometry }: Remark): void {
  const text = loadTyped(typedName.ofRemark(_id))?.text ?? ''
  storeTyped(typedName.ofRemark(_id), null)
  storeTyped(typedName.ofNewRemark(versionId), { text, first: '' })
  storeDrawn(versionId, { kind, geometry })
}
