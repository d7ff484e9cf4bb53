import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { Invitation, SentInvitation } from '#contract/invitations.ts'
import { formatCount } from '#contract/values/count.ts'
import { INVITATION_DAYS } from '#contract/values/limits.ts'
import { FormSection } from '#web/forms/form-section.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { QueryList } from '#web/ui/lists/query-list.tsx'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { Empty } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useInvitations, useInvite, useInviteWaiting, useResend, useRevoke } from './invitations.query.ts'
import type { InviteForm as Values } from './invite.rules.ts'

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
          <div className="mb-10">
            <FormSection
              title="Invite people"
              line={`Each gets an e-mail with a link, valid for ${INVITATION_DAYS} days.`}
            >
              <InviteWaiting />
              {sent ? <Sent invitation={sent} onDone={() => setSent(null)} /> : <InviteForm onSent={setSent} />}
            </FormSection>
          </div>
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
    <NewSecret
      title={`Invitation of ${email}`}
      line={`We've e-mailed a link. This one is for you to pass on.${note}`}
      secret={link}
      onDone={onDone}
    />
  )
}

/** The columns of invitations. `onSent` receives one that was sent again, with its new link. */
function listColumns(onSent: (invitation: SentInvitation) => void): Column<Invitation>[] {
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

const { resolver, preload } = lazyResolver<Values>(() => import('./invite.rules.ts'))

const ROLES = [
  { value: 'student', label: 'Student' },
  { value: 'instructor', label: 'Instructor' },
  { value: 'admin', label: 'Admin' },
]

/** Invites an e-mail address in a role. For an address with an account it leads to the row that changes the role. */
function InviteForm({ onSent }: { onSent: (invitation: SentInvitation) => void }) {
  const { mutateAsync } = useInvite()
  const form = useForm<Values>({ resolver, defaultValues: { email: '', role: 'student' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      onSent(await mutateAsync(values))
      reset()
    } catch (error) {
      const isRegistered = error instanceof CallError && error.code === 'ALREADY_REGISTERED'
      setError('root', { type: isRegistered ? values.email : 'refused', message: toMessage(error) })
    }
  })
  const registered = String(errors.root?.type ?? '').includes('@') ? String(errors.root?.type) : null
  return (
    <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5" aria-label="New invitation">
      <FormError message={errors.root?.message} />
      {registered && (
        <Link className="link justify-self-start" to={`/dashboard/all-users?q=${encodeURIComponent(registered)}`}>
          Change the role of {registered}
        </Link>
      )}
      <div className="form-pair">
        <Field
          label="Email"
          type="email"
          required
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <Select label="Role" options={ROLES} {...register('role')} />
      </div>
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Send invitation
      </Button>
    </form>
  )
}

/** Invites everybody who has a record, from an import for example, and no account. Renders nothing where there are none. */
function InviteWaiting() {
  const { waiting = 0, invited, inviting } = useInviteWaiting()
  const { isPending, error, isSuccess } = inviting
  const invite = async () => {
    const text = `Each gets an e-mail with a link that works once, within ${INVITATION_DAYS} days.`
    if (await confirm({ title: `Invite ${formatCount(waiting, ...PEOPLE)}?`, text, action: 'Invite all' }))
      inviting.mutate()
  }
  if (waiting === 0 && !isPending && !isSuccess) return null
  return (
    <section aria-label="People without an account" className="hint mb-0 grid justify-items-start gap-4">
      <FormError message={error ? toMessage(error) : undefined} />
      <p role="status">
        {isPending || isSuccess ? `${formatCount(invited, ...PEOPLE)} invited.` : describeWaiting(waiting)}
      </p>
      {isPending && (
        <progress className="w-full" aria-label="Invited" value={invited} max={Math.max(waiting, invited)} />
      )}
      {waiting > 0 && (
        <Button look="outline" busy={isPending} onClick={invite}>
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
