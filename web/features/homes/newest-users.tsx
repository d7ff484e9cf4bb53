import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { useToday } from '#web/school/school.ts'
import { PersonPhoto } from '#web/ui/person-photo.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { formatRecentDay } from './months.ts'

/** The users who registered last. */
export function NewestUsers({ users }: { users: User[] }) {
  return (
    <section aria-labelledby="newest-title">
      <h2 id="newest-title" className="font-display text-2xl">
        Newest users
      </h2>
      <ul className="record-list">
        {users.map((user) => (
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
      <PersonPhoto src={image} name={name} className="size-10" />
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
