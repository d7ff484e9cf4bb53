import { useState } from 'react'
import { Link } from 'react-router'
import type { BriefWithOwn } from '#contract/briefs.ts'
import { formatCount } from '#contract/values/count.ts'
import { ContentActions } from '#web/features/home/editor/content-item.tsx'
import { ContentList } from '#web/features/home/editor/content-list.tsx'
import { About } from '#web/ui/button.tsx'
import { BriefFacts } from './brief-facts.tsx'
import { BriefForm } from './brief-form.tsx'
import { useBriefCalls } from './briefs.query.ts'
import { useSubmissions } from './submission.query.ts'

interface BriefListProps {
  classId: string
  briefs: BriefWithOwn[]
  /** Admins read only. */
  canEdit: boolean
}

/** The briefs of a class for staff, and a form for a new one. */
export function BriefList({ classId, briefs, canEdit }: BriefListProps) {
  if (!canEdit)
    return (
      <ol className="border-line border-b">
        {briefs.map((brief) => (
          <BriefItem key={brief._id} brief={brief} />
        ))}
      </ol>
    )
  return (
    <ContentList
      label="Briefs"
      addTitle="Add a brief"
      rows={briefs}
      renderItem={(brief, edit) => <BriefItem key={brief._id} brief={brief} onEdit={edit} />}
      renderForm={(brief, onDone) => <BriefForm classId={classId} brief={brief} onDone={onDone} />}
    />
  )
}

function BriefItem({ brief, onEdit }: { brief: BriefWithOwn; onEdit?: () => void }) {
  const { _id, classId, title } = brief
  const { remove } = useBriefCalls(classId)
  return (
    <li className="terms-item">
      <div className="wrap-anywhere grid min-w-0 gap-2">
        <p className="font-medium">{title}</p>
        <BriefFacts brief={brief} />
        <Submissions briefId={_id} title={title} />
      </div>
      {onEdit && (
        <div className="quiet-actions">
          <ContentActions title={title} published onEdit={onEdit} onDelete={() => remove(_id)} />
        </div>
      )}
    </li>
  )
}

/** Submissions for a brief, read when it is opened. */
function Submissions({ briefId, title }: { briefId: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useSubmissions(briefId, isOpen)
  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Submissions
        <About>{title}</About>
      </summary>
      {error && <p role="alert">{error.message}</p>}
      {data?.total === 0 && <p className="text-soft">Nothing has been handed in yet.</p>}
      <ul>
        {data?.rows.map(({ _id, student, pictures, state }) => (
          <li key={_id} className="py-1">
            <Link to={`/dashboard/submission/${_id}`} className="link">
              {student.name}
            </Link>{' '}
            <span className="text-sm text-soft">
              {formatCount(pictures, 'picture')}
              {state === 'released' && ', released'}
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > data.rows.length && <p>{data.total - data.rows.length} more are in Critique.</p>}
    </details>
  )
}
