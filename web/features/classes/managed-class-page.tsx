import type { ReactNode } from 'react'
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'

interface ManagedClassPageProps {
  title: string
  /** True if the children render the title themselves. */
  listed?: boolean
  /** The query of the class. */
  query: { data: SchoolClass | undefined; error: Error | null; refetch: () => unknown }
  children: (schoolClass: SchoolClass) => ReactNode
}

/** A page about a class for its instructor and, if the route allows it, for admins. For others the class is not found. */
export function ManagedClassPage({ title, listed = false, query, children }: ManagedClassPageProps) {
  const { user, role } = useSession()
  const { data: schoolClass, error, refetch } = query
  // The server returns an approved class to everyone.
  const isAllowed = schoolClass && (role === 'admin' || schoolClass.instructorEmail === user?.email)
  const isShown = isAllowed && !isNotFound(error)
  return (
    <>
      {!(isShown && listed) && <h1 className="mb-8 font-display text-4xl sm:text-5xl">{title}</h1>}
      {isShown ? (
        children(schoolClass)
      ) : (
        <NotShown isForeign={schoolClass !== undefined} error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

interface NotShownProps {
  /** True if the class belongs to another instructor. */
  isForeign: boolean
  error: Error | null
  onRetry: () => void
}

function NotShown({ isForeign, error, onRetry }: NotShownProps) {
  if (isForeign || isNotFound(error))
    return (
      <Empty sentence="We couldn't find this class among yours.">
        <BackToClasses />
      </Empty>
    )
  if (error) return <Failed message={error.message} onRetry={onRetry} />
  return (
    <Loading what="the class">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && error.statusCode === 404
}

/** A link to the list of classes of the user's role. */
export function BackToClasses() {
  const { role } = useSession()
  return role === 'admin' ? (
    <ButtonLink look="outline" to="/dashboard/manage-class">
      Manage Classes
    </ButtonLink>
  ) : (
    <ButtonLink look="outline" to="/dashboard/my-class">
      My Class
    </ButtonLink>
  )
}
