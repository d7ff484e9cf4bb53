import type { SchoolClass } from '#contract/classes.ts'

const CONSEQUENCES: Record<SchoolClass['status'], string> = {
  pending: 'This class waits for an admin, who will see it as you leave it.',
  approve: 'This class is on offer, and stays so. What you change is recorded, and the admins see it.',
  deny: 'This class was denied. Once you have changed it, it waits for an admin again.',
}

/** What follows from changing a class that stands as it does, and what the admins have said of it. */
export function EditConsequence({ schoolClass: { status, feedback } }: { schoolClass: SchoolClass }) {
  return (
    <div className="max-w-prose border-primary border-s-2 ps-4">
      <p>{CONSEQUENCES[status]}</p>
      {status === 'deny' && <p className="wrap-anywhere mt-2 whitespace-pre-line text-soft">Feedback: {feedback}</p>}
    </div>
  )
}
