import type { User } from '#contract/users.ts'
import { Picture } from '#web/ui/picture.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { Fact } from '#web/ui/text/fact.tsx'
import { ConfirmationOffer } from './confirmation-offer.tsx'
import { useMethods } from './methods.query.ts'

/** The user record: photo, name, e-mail, role and the day of registration. */
export function ProfileCard({ name, email, image, role, created_at }: User) {
  const since = new Date(created_at)
  return (
    <div className="flex flex-wrap items-start gap-8 border border-line p-6">
      <Picture src={image} alt="" sizes="8rem" frame={1} className="size-32 shrink-0 rounded-full" />
      <dl className="grid min-w-[min(12rem,100%)] flex-1 gap-4 @min-[40rem]:grid-cols-2">
        <Fact term="Name">{name}</Fact>
        <Fact term="Email">
          <EmailAddress email={email} />
          <EmailStatus />
        </Fact>
        <Fact term="Role">{role}</Fact>
        <Fact term="Member since">
          <time dateTime={since.toISOString()}>{formatDate(created_at)}</time>
        </Fact>
      </dl>
    </div>
  )
}

/** Shows whether the e-mail address is confirmed; if not, offers another link. Renders nothing while it loads. */
function EmailStatus() {
  const { data: methods } = useMethods()
  if (!methods) return null
  if (methods.emailVerified) return <p className="text-sm text-soft">confirmed</p>
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <p className="text-sm text-soft">not confirmed yet</p>
      <ConfirmationOffer />
    </div>
  )
}
