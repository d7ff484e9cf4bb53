import type { SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'

const CONSEQUENCES: Record<SchoolClass['status'], string> = {
  pending: 'This class is pending: it waits for an admin, who reviews it as you leave it.',
  approve: 'This class is live. Changes appear immediately and are logged.',
  deny: 'This class was denied. When you change it, it becomes pending and an admin reviews it again.',
}

/** The consequence of an edit, which depends on the class's status, and an admin's feedback on a denied class. */
export function EditConsequence({ schoolClass: { status, feedback } }: { schoolClass: SchoolClass }) {
  const hasFeedback = status === 'deny' && feedback !== NO_FEEDBACK
  return (
    <div className="max-w-prose border-primary border-s-2 ps-4">
      <p>{CONSEQUENCES[status]}</p>
      {hasFeedback && <p className="wrap-anywhere mt-2 whitespace-pre-line text-soft">Feedback: {feedback}</p>}
    </div>
  )
}
