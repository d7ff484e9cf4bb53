import type { Invitation, SentInvitation } from '#contract/invitations.ts'
import { About, Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { useResend, useRevoke } from './invitations.query.ts'

/** The columns of invitations. `onSent` receives one that was sent again, with its new link. */
export function listColumns(onSent: (invitation: SentInvitation) => void): Column<Invitation>[] {
  return [
    { header: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
    { header: 'Role', cell: ({ role }) => role },
    { header: 'Invited by', cell: (invitation) => <span className="wrap-anywhere">{invitation.invited_by}</span> },
    { header: 'Valid', cell: (invitation) => describeEnd(invitation) },
    { header: 'Action', end: true, cell: (invitation) => <Actions invitation={invitation} onSent={onSent} /> },
  ]
}

function describeEnd({ expires_at: end }: Invitation): string {
  return end > Date.now() ? `until ${formatDate(end)}` : `expired ${formatDate(end)}`
}

interface ActionsProps {
  invitation: Invitation
  onSent: (invitation: SentInvitation) => void
}

function Actions({ invitation, onSent }: ActionsProps) {
  const resending = useResend(invitation)
  const { revoke, isRevoking } = useRevoke(invitation)
  return (
    <div className="actions">
      <Button
        look="outline"
        className="btn-sm"
        busy={resending.isPending}
        onClick={() => resending.mutate(undefined, { onSuccess: onSent })}
      >
        Resend<About>{invitation.email}</About>
      </Button>
      <Button look="danger" className="btn-sm" busy={isRevoking} onClick={({ currentTarget }) => revoke(currentTarget)}>
        Revoke<About>{invitation.email}</About>
      </Button>
    </div>
  )
}
