import type { User } from '#contract/users.ts'
import { dayOf } from '#web/features/payment/days.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Avatar } from '#web/ui/picture.tsx'

/** Who has come to the school last. */
export function NewestUsers({ users }: { users: User[] }) {
  return (
    <section aria-labelledby="newest-title">
      <h2 id="newest-title" className="font-display text-2xl">
        Newest users
      </h2>
      <ul className="desk">
        {users.map(({ _id, name, email, image, role, created_at }) => (
          <li key={_id} className="flex items-center gap-4">
            <Avatar src={image} className="size-10" />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{name}</p>
              <p className="text-sm text-soft">
                <EmailAddress email={email} />
              </p>
            </div>
            <p className="text-end text-sm text-soft">
              {role}
              <br />
              {dayOf(created_at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
