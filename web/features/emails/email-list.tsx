import { Link } from 'react-router'
import type { EmailState, ListedEmail } from '#contract/emails.ts'

const STATES: Record<EmailState, string> = {
  default: 'Default',
  changed: 'Changed',
  outdated: 'Default: yours is outdated',
}

/** All e-mails that the application sends, by group. */
export function EmailList({ emails }: { emails: ListedEmail[] }) {
  const groups = [...new Set(emails.map(({ group }) => group))]
  return (
    <div className="grid grid-cols-1 gap-10">
      {groups.map((group, index) => (
        <section key={group} aria-labelledby={`group-${index}`}>
          <h2 id={`group-${index}`} className="mb-3 font-display text-2xl">
            {group}
          </h2>
          <ul className="divide-y divide-line border-line border-y">
            {emails
              .filter((email) => email.group === group)
              .map((email) => (
                <EmailItem key={email._id} email={email} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EmailItem({ email: { _id, name, recipient, occasion, subject, state } }: { email: ListedEmail }) {
  return (
    <li className="email-item">
      <div className="wrap-anywhere min-w-0">
        <Link to={`/dashboard/emails/${_id}`} className="link font-medium">
          {name}
        </Link>
        <p className="text-sm text-soft">
          {occasion}. To: {recipient.charAt(0).toLowerCase()}
          {recipient.slice(1)}.
        </p>
      </div>
      <p className="wrap-anywhere text-sm">{subject}</p>
      <p className={state === 'default' ? 'text-sm text-soft' : 'font-medium text-sm'}>{STATES[state]}</p>
    </li>
  )
}
