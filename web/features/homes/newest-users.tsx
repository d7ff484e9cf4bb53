import { Link } from 'react-router'
import type { AdminFigures } from '#contract/figures.ts'
import type { User } from '#contract/users.ts'
import { formatCount } from '#contract/values/count.ts'
import { useToday } from '#web/school/school.ts'
import { PersonPrint } from '#web/ui/lists/person-print.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { formatRecentDay } from './months.ts'

/** As many as have room beside what waits for the admin. */
const MAX_USERS = 3

/** The users who registered last, and the way to all. */
export function NewestUsers({ users: { total, newest } }: Pick<AdminFigures, 'users'>) {
  return (
    <section aria-labelledby="newest-title" className="mt-12">
      <div className="section-head">
        <h2 id="newest-title" className="font-display text-2xl">
          Newest users
        </h2>
        <Link to="/dashboard/all-users" className="link py-1 text-sm">
          All {formatCount(total, 'user')}
        </Link>
      </div>
      <ul className="record-list">
        {newest.slice(0, MAX_USERS).map((user) => (
          <UserRow key={user._id} user={user} />
        ))}
      </ul>
    </section>
  )
}

function UserRow({ user }: { user: User }) {
  const { name, email, image, role, created_at } = user
  return (
    <li className="linked-row flex items-center gap-4">
      <PersonPrint src={image} name={name} />
      <div className="min-w-0 flex-1">
        <Link className="wrap-anywhere font-medium" to={`/dashboard/all-users?${new URLSearchParams({ q: email })}`}>
          {name}
        </Link>
        <p className="text-sm text-soft">
          <EmailAddress email={email} />
        </p>
      </div>
      <p className="text-end text-sm text-soft">
        {role}
        <br />
        {formatRecentDay(created_at, useToday())}
      </p>
    </li>
  )
}
