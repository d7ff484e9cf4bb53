import type { ReactNode } from 'react'
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'

interface InsidersPageProps {
  title: string
  /** The children have a title of their own. */
  listed?: boolean
  /** What came of reading the class. */
  query: { data: SchoolClass | undefined; error: Error | null; refetch: () => unknown }
  children: (schoolClass: SchoolClass) => ReactNode
}

/** A page about a class for its instructor and, where the page lets them in, for admins: to others there is no class. */
export function InsidersPage({ title, listed = false, query, children }: InsidersPageProps) {
  const { user, role } = useSession()
  const { data: found, error, refetch } = query
  // Anybody may read an approved class.
  const theirs = found && (role === 'admin' || found.instructorEmail === user?.email)
  const there = theirs && !isNotFound(error)
  return (
    <>
      {!(there && listed) && <h1 className="mb-8 font-display text-4xl sm:text-5xl">{title}</h1>}
      {there ? (
        children(found)
      ) : (
        <NotThere foreign={found !== undefined} error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

interface NotThereProps {
  /** There is one, but of somebody else. */
  foreign: boolean
  error: Error | null
  onRetry: () => void
}

function NotThere({ foreign, error, onRetry }: NotThereProps) {
  if (foreign || isNotFound(error))
    return (
      <Empty sentence="There is no class of yours at this address.">
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

/** To the list that the class stands in. */
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
