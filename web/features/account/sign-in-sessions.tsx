import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignInSession } from '#contract/account.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { endOtherSession, endOtherSessions, listSessions } from '#web/session/account/sessions.ts'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { ProfileSection } from './profile-section.tsx'

const EVERYWHERE_ELSE = 'everywhere else'

/** Lists where the user is logged in, and logs out other places. */
export function SignInSessions({ email }: { email: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.signInSessions, email],
    queryFn: listSessions,
  })
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string) => (id === EVERYWHERE_ELSE ? endOtherSessions() : endOtherSession(id)),
    onSettled: () => refetchAfter(client, 'sessionsEnded'),
  })
  return (
    <ProfileSection title="Where you're logged in" line="Don't know a device? Sign it out, then change your password.">
      <FormError message={end.error ? toMessage(end.error) : undefined} />
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="where you are logged in" />}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {data?.map((session) => (
          <li key={session._id} className="sign-in-method">
            <Session session={session} isEnding={end.isPending && end.variables === session._id} onEnd={end.mutate} />
          </li>
        ))}
      </ul>
      {data && data.length > 1 && (
        <Button
          look="outline"
          className="justify-self-start"
          busy={end.isPending && end.variables === EVERYWHERE_ELSE}
          onClick={() => end.mutate(EVERYWHERE_ELSE)}
        >
          Sign out everywhere else
        </Button>
      )}
    </ProfileSection>
  )
}

interface SessionProps {
  session: SignInSession
  isEnding: boolean
  onEnd: (id: string) => void
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const { _id, device, address, created_at, used_at, current } = session
  return (
    <>
      <div className="min-w-0">
        <p>{device}</p>
        {address && <p className="wrap-anywhere text-sm text-soft">IP address {address}</p>}
        <p className="text-sm text-soft">Logged in {formatMoment(created_at)}</p>
        <p className="text-sm text-soft">Last used {formatMoment(used_at)}</p>
      </div>
      {current ? (
        <p className="shrink-0 text-sm">this device</p>
      ) : (
        <Button look="outline" className="btn-sm shrink-0" busy={isEnding} onClick={() => onEnd(_id)}>
          Sign out
          <About>{device}</About>
        </Button>
      )}
    </>
  )
}
