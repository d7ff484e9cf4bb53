import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import type { PictureVersion, Remark, Submission, SubmissionPicture } from '#contract/critique.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { describeRules } from './brief-draft.ts'
import { CropView } from './crop-view.tsx'
import { OwnPictureTools } from './own-picture-tools.tsx'
import { PictureFacts } from './picture-facts.tsx'
import { RemarkForm } from './remark-form.tsx'
import { RemarkList, type RemarkListProps } from './remark-list.tsx'
import { CritiqueEnd, ToolButtons, toolKeys } from './staff-tools.tsx'
import { type CritiqueCalls, remarksQuery } from './submission.query.ts'
import { findTyped, useDeletedWhileTyped } from './typed-remarks.ts'
import { type Drawn, loadDrawn, storeDrawn, typedName } from './typed-text.ts'
import type { Mark } from './viewer/arrange.ts'
import type { Tool } from './viewer/draw.ts'
import { useKeys } from './viewer/use-keys.ts'
import { Viewer } from './viewer/viewer.tsx'

export interface PictureViewProps {
  submission: Submission
  picture: SubmissionPicture
  calls: CritiqueCalls
  onStep: (by: number) => void
}

/** A picture with the remarks on one of its versions. Staff mark and release, its student answers. */
export function PictureView({ submission, picture, calls, onStep }: PictureViewProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const isStaff = !submission.own
  const [tool, setTool] = useState<Tool | null>(() => (isStaff ? chooseFirstTool() : null))
  const { shown, version, other, draft, setDraft, show } = useShownVersion(picture)
  useKeys({ '[': () => onStep(-1), ']': () => onStep(1), ...(isStaff && toolKeys(setTool)) })
  const [isSettled, settle] = useSettled()
  const { data, data: remarks = NONE } = useQuery({ ...remarksQuery(version?._id ?? ''), enabled: isSettled })
  useDeletedWhileTyped({ versionId: version?._id, remarks: data, open: draft ? null : setDraft })
  const marks = useMemo(() => remarks.map(toMark), [remarks])
  const draftMark = useMemo(() => toDraftMark(draft, remarks), [draft, remarks])
  if (!version) return null
  const writeAbout = (drawn: DraftRemark) => {
    settle()
    storeDrawn(version._id, drawn)
    setDraft(drawn)
    // The text is written beside the picture.
    if (document.fullscreenElement) void document.exitFullscreen()
  }
  return (
    <div className="critique-columns">
      <Viewer
        version={version}
        other={other}
        alt={picture.intent}
        marks={marks}
        draft={draftMark}
        selected={selected}
        onSelect={setSelected}
        tool={draft?.isDrawn ? null : tool}
        onDraw={(geometry) => setDraft(geometry && tool ? { kind: tool, geometry, isDrawn: false } : null)}
        onDrawn={(geometry) => tool && writeAbout({ kind: tool, geometry, isDrawn: true })}
        onSettled={settle}
        onLost={() => void calls.refetchPictures()}
      >
        {isStaff && <ToolButtons tool={tool} onChoose={setTool} onNote={() => writeAbout(NOTE)} />}
      </Viewer>
      <div className="critique-panel">
        {draft && (
          <DraftForm key={version._id} draft={draft} version={version} calls={calls} onDone={() => setDraft(null)} />
        )}
        <PictureFacts
          {...{ picture, version, shown }}
          isOwn={submission.own}
          unmet={describeRules(submission.brief.rules, version.unmet)}
          onShow={show}
        />
        {submission.own && (
          <OwnPictureTools {...{ picture, calls }} versionId={version._id} count={submission.pictures.length} />
        )}
        <Remarks {...{ version, selected, calls, isSettled }} onSelect={setSelected} />
        {isStaff && <CritiqueEnd submission={submission} calls={calls} />}
      </div>
    </div>
  )
}

const NONE: readonly Remark[] = []

/** The version that is shown, the one it is compared with, and a remark that is being made on it. */
function useShownVersion(picture: SubmissionPicture) {
  const [shown, setShown] = useState(() => ({ id: (findTyped(picture) ?? picture.versions.at(-1))?._id, otherId: '' }))
  const [draft, setDraft] = useState(() => loadDraft(shown.id))
  const find = (id: string | undefined) => picture.versions.find(({ _id }) => _id === id)
  const version = find(shown.id) ?? picture.versions.at(-1)
  const compared = find(shown.otherId)
  const other = compared && compared !== version ? compared : null
  const show = (next: typeof shown) => {
    setShown(next)
    // A remark stays on its version.
    if (next.id !== shown.id) setDraft(loadDraft(next.id))
  }
  return { shown, version, other, draft, setDraft, show }
}

function loadDraft(versionId: string | undefined): DraftRemark | null {
  const drawn = versionId === undefined ? null : loadDrawn(versionId)
  return drawn && { ...drawn, isDrawn: true }
}

/** Milliseconds that remarks wait for a picture that neither comes nor fails. */
const PATIENCE_MS = 8_000

/** Returns whether remarks may be requested, and a function that permits it. */
function useSettled() {
  const [isSettled, setSettled] = useState(false)
  const settle = useCallback(() => setSettled(true), [])
  useEffect(() => {
    const timer = setTimeout(settle, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [settle])
  return [isSettled, settle] as const
}

interface RemarksProps extends Omit<RemarkListProps, 'remarks'> {
  /** A thousand remarks on a slow network would delay the picture by seconds: they are requested after it. */
  isSettled: boolean
}

/** It is rendered again by a change of its properties only: not while a mark is drawn. */
const Remarks = memo(({ isSettled, ...props }: RemarksProps) => {
  const { data, error, refetch } = useQuery({ ...remarksQuery(props.version._id), enabled: isSettled })
  if (data) return <RemarkList {...props} remarks={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the remarks">
      <Skeleton className="h-24 w-full" />
    </Loading>
  )
})

/** A mouse marks at once, since it pans by dragging and marks by a click. A finger looks first. */
function chooseFirstTool(): Tool | null {
  return window.matchMedia('(pointer: fine)').matches ? 'pin' : null
}

const NOTE: DraftRemark = { kind: 'note', geometry: null, isDrawn: true }

function toMark({ _id: id, kind, geometry, number }: Remark): Mark {
  return { id, kind, geometry, number }
}

function toDraftMark(draft: DraftRemark | null, remarks: readonly Remark[]): Mark | null {
  if (!draft?.geometry) return null
  const number = Math.max(0, ...remarks.map((remark) => remark.number)) + 1
  return { id: 'draft', number, kind: draft.kind, geometry: draft.geometry }
}

/** A remark that is being made. */
interface DraftRemark extends Drawn {
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
function DraftForm({ draft: { kind, geometry, isDrawn }, version, calls, onDone }: DraftFormProps) {
  const close = () => {
    storeDrawn(version._id, null)
    onDone()
  }
  const save = (text: string) => calls.addRemark(version._id, { kind, geometry, text }).then(close)
  return (
    <>
      {kind === 'crop' && geometry && 'w' in geometry && <CropView version={version} crop={geometry} isSharp />}
      {isDrawn && <RemarkForm name={typedName.ofNewRemark(version._id)} kind={kind} onSave={save} onCancel={close} />}
    </>
  )
}
