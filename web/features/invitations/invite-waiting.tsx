import { formatCount } from '#contract/values/count.ts'
import { INVITATION_DAYS } from '#contract/values/limits.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { useInviteWaiting } from './invitations.query.ts'

/** Invites everybody who has a record, from an import for example, and no account. Renders nothing where there are none. */
export function InviteWaiting() {
  const { waiting = 0, invited, inviting } = useInviteWaiting()
  const { isPending, error, isSuccess } = inviting
  const invite = async () => {
    const text = `Each gets an e-mail with a link that works once, within ${INVITATION_DAYS} days.`
    if (await confirm({ title: `Invite ${formatCount(waiting, ...PEOPLE)}?`, text, action: 'Invite all' }))
      inviting.mutate()
  }
  if (waiting === 0 && !isPending && !isSuccess) return null
  return (
    <section aria-label="People without an account" className="hint mb-8 grid max-w-2xl justify-items-start gap-4">
      <FormError message={error ? toMessage(error) : undefined} />
      <p role="status">
        {isPending || isSuccess ? `${formatCount(invited, ...PEOPLE)} invited.` : describeWaiting(waiting)}
      </p>
      {isPending && (
        <progress className="w-full" aria-label="Invited" value={invited} max={Math.max(waiting, invited)} />
      )}
      {waiting > 0 && (
        <Button busy={isPending} onClick={invite}>
          Invite all
        </Button>
      )}
    </section>
  )
}

const PEOPLE = ['person', 'people'] as const

function describeWaiting(waiting: number): string {
  const people = formatCount(waiting, 'person has', 'people have')
  return `${people} a record, from an import for example, and no account yet.`
}
