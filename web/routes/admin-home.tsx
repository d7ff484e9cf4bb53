import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { waiting } from '#web/features/classes/class-status.tsx'
import { useFoundPayments } from '#web/features/payments-office/found-payments.query.ts'
import { useUsers } from '#web/features/users/users.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'

/** A welcome, and what waits for the admin. */
export default function AdminHome() {
  const { data: classes } = useAllClasses()
  const { data: users } = useUsers()
  const { data: payments } = useFoundPayments('')
  return (
    <>
      <Titled page="Admin Home" />
      <Greeting welcome="Welcome Admin" />
      <Standings>
        <Standing
          to="/dashboard/manage-class"
          count={waiting(classes)}
          counted={['class', 'classes']}
          words="waiting for approval"
        />
        <Standing to="/dashboard/all-users" count={users?.length} counted={['user', 'users']} words="at the school" />
        <Standing
          to="/dashboard/payments"
          count={payments?.total}
          counted={['payment', 'payments']}
          words="in the books"
        />
      </Standings>
    </>
  )
}
