import { CallError } from '#contract/call.ts'
import { useSchoolClass } from '#web/features/withdrawal/school-class.query.ts'
import { WithdrawOffer } from '#web/features/withdrawal/withdraw-offer.tsx'
import { WithdrawalProgress } from '#web/features/withdrawal/withdrawal-progress.tsx'
import { Titled } from '#web/school/titled.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/withdrawal.ts'

/** Takes a class off for good, for its instructor and for admins; once it is, how far the refunds are. */
export default function Withdrawal({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Withdraw Class" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Withdraw Class</h1>
      <Body id={params.id} />
    </>
  )
}

function Body({ id }: { id: string }) {
  const { user, role } = useSession()
  const { data: found, error, refetch } = useSchoolClass(id)
  // Anybody may read an approved class; only these may withdraw it.
  const theirs = role === 'admin' || found?.instructorEmail === user?.email
  if ((found && !theirs) || (error instanceof CallError && error.statusCode === 404))
    return (
      <Empty sentence="There is no class of yours at this address.">
        <BackToList />
      </Empty>
    )
  if (found)
    return (
      <div className="grid gap-8">
        <div className="flex flex-wrap items-center gap-6">
          <Picture src={found.classImage} alt="" sizes="12rem" className="aspect-[3/2] w-48 max-w-full" />
          <div className="min-w-0">
            <h2 className="wrap-anywhere font-display text-2xl">{found.className}</h2>
            <p className="text-soft">{found.instructorName}</p>
          </div>
        </div>
        {found.withdrawn_at === undefined ? (
          <WithdrawOffer schoolClass={found}>
            <BackToList />
          </WithdrawOffer>
        ) : (
          <>
            <WithdrawalProgress classId={found._id} />
            <p>
              <BackToList />
            </p>
          </>
        )}
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the class">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

function BackToList() {
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
