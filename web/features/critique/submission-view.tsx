import { useState } from 'react'
import type { Submission, SubmissionPicture } from '#contract/critique.ts'
import { PictureView } from './picture-view.tsx'
import type { CritiqueCalls } from './submission.query.ts'
import { findTyped } from './typed-remarks.ts'

interface SubmissionViewProps {
  submission: Submission
  calls: CritiqueCalls
}

/** The pictures of a submission: a strip, and one of them with its remarks. */
export function SubmissionView({ submission, calls }: SubmissionViewProps) {
  const { pictures } = submission
  const { at, isDeleted, show } = useShown(pictures)
  const picture = pictures[at]
  // Students know what they delete.
  const note = isDeleted && !submission.own && <DeletedNote student={submission.student.name} />
  if (!picture) return note || <p className="text-soft">No pictures yet.</p>
  const step = (by: number) => show(Math.min(pictures.length - 1, Math.max(0, at + by)))
  return (
    <div className="grid gap-5">
      {note}
      {pictures.length > 1 && <Strip pictures={pictures} shown={picture._id} onChoose={show} />}
      <PictureView key={picture._id} submission={submission} picture={picture} calls={calls} onStep={step} />
    </div>
  )
}

/**
 * Returns the index of the shown picture, and a function that shows another. The first is one on which the reader was typing a remark. A moved picture stays shown, and after a deleted one
 * the next.
 */
function useShown(pictures: SubmissionPicture[]) {
  const [shown, setShown] = useState(() => {
    const first = Math.max(0, pictures.findIndex(findTyped))
    return { id: pictures[first]?._id, at: first }
  })
  const found = pictures.findIndex(({ _id }) => _id === shown.id)
  const at = found === -1 ? Math.min(shown.at, pictures.length - 1) : found
  const isDeleted = found === -1 && shown.id !== undefined
  return { at, isDeleted, show: (index: number) => setShown({ id: pictures[index]?._id, at: index }) }
}

function DeletedNote({ student }: { student: string }) {
  return (
    <p role="status" className="hint wrap-anywhere">
      {student} has deleted the picture that you were looking at, with the remarks on it.
    </p>
  )
}

interface StripProps {
  pictures: SubmissionPicture[]
  shown: string
  onChoose: (index: number) => void
}

/** All pictures, small. */
function Strip({ pictures, shown, onChoose }: StripProps) {
  return (
    <nav aria-label="Pictures" className="picture-strip">
      {pictures.map(({ _id, intent, versions }, index) => (
        <button
          key={_id}
          type="button"
          aria-current={_id === shown}
          aria-label={`Picture ${index + 1}: ${intent}`}
          onClick={() => onChoose(index)}
        >
          <img src={`${versions.at(-1)?.file}/100`} alt="" loading="lazy" fetchPriority="low" />
        </button>
      ))}
    </nav>
  )
}
