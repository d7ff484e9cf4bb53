import { useState } from 'react'
import type { Submission, SubmissionPicture } from '#contract/critique.ts'
import { PictureView } from './picture-view.tsx'
import type { CritiqueCalls } from './submission.query.ts'

interface SubmissionViewProps {
  submission: Submission
  calls: CritiqueCalls
}

/** The pictures of a submission: a strip, and one of them with its remarks. */
export function SubmissionView({ submission, calls }: SubmissionViewProps) {
  const { pictures } = submission
  const [at, setAt] = useState(0)
  const picture = pictures[Math.min(at, pictures.length - 1)]
  if (!picture) return <p className="text-soft">No pictures yet.</p>
  const step = (by: number) => setAt(Math.min(pictures.length - 1, Math.max(0, at + by)))
  return (
    <div className="grid gap-5">
      {pictures.length > 1 && <Strip pictures={pictures} shown={picture._id} onChoose={setAt} />}
      <PictureView key={picture._id} submission={submission} picture={picture} calls={calls} onStep={step} />
    </div>
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
