import { useState } from 'react'
import type { SentInvitation } from '#contract/invitations.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { QueryList } from '#web/ui/lists/query-list.tsx'
import { Table } from '#web/ui/lists/table.tsx'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { Empty } from '#web/ui/states.tsx'
import { listColumns } from './invitation-columns.tsx'
import { useInvitations } from './invitations.query.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteWaiting } from './invite-waiting.tsx'

/** Invites people in a role, and lists the invitations that wait for them. */
export default function Invitations() {
  const [sent, setSent] = useState<SentInvitation | null>(null)
  return (
    <>
      <PageTitle page="Invitations" />
      <QueryList
        title="Invitations"
        count="Total Invitations"
        query={useInvitations()}
        intro={
          <>
            <h2 className="mb-5 font-display text-2xl">Invite people</h2>
            <InviteWaiting />
            {sent ? <Sent invitation={sent} onDone={() => setSent(null)} /> : <InviteForm onSent={setSent} />}
          </>
        }
        empty={<Empty sentence="No one is invited right now." />}
      >
        {(rows) => <Table caption="Invitations" columns={listColumns(setSent)} rows={rows} rowKey={({ _id }) => _id} />}
      </QueryList>
    </>
  )
}

function Sent({ invitation: { email, role, link }, onDone }: { invitation: SentInvitation; onDone: () => void }) {
  const note =
    role === 'admin' ? ' It works with a sign-in provider only, because admins need a confirmed address.' : ''
  return (
    <div className="mb-10 max-w-2xl">
      <NewSecret
        title={`Invitation of ${email}`}
        line={`We've e-mailed a link. This one is for you to pass on.${note}`}
        secret={link}
        onDone={onDone}
      />
    </div>
  )
}
