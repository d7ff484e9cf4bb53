import type { SchoolClass, ClassStatus as Status } from '#contract/classes.ts'

const MARKS: Record<Status, string> = {
  pending: 'border-warning',
  approve: 'border-success',
  deny: 'border-base-content',
}

/** A class's status, in its own word. */
export function ClassStatus({ status }: { status: Status }) {
  return <span className={`border-s-4 ps-2 ${MARKS[status]}`}>{status}</span>
}

/** How many classes wait for an admin, once the classes are known. */
export function waiting(classes: SchoolClass[] | undefined): number | undefined {
  return classes?.filter(({ status }) => status === 'pending').length
}
