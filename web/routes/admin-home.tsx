import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { useFoundPayments } from '#web/features/payments-office/found-payments.query.ts'
import { useUsers } from '#web/features/users/users.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'

/** A welcome, and what waits for the admin. */
export default function AdminHome() {
  const { data: classes } = useAllClasses({ status: 'pending', page: 1 })
  const { data: users } = useUsers({ page: 1 })
  const { data: payments } = useFoundPayments({ page: 1 })
  return (
    <>
      <Titled page="Admin Home" />
      <Greeting welcome="Welcome Admin" />
      <Standings>
        <Standing
          to="/dashboard/manage-class"
          count={classes?.total}
          counted={['class', 'classes']}
          words="waiting for approval"
        />
        <Standing to="/dashboard/all-users" count={users?.total} counted={['user', 'users']} words="at the school" />
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
