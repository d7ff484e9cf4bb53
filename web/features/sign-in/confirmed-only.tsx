import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/session/use-session.ts'

const ConfirmEmail = lazy(() => import('./confirm-email.view.tsx'))

/** Shows a sign-in page, or the request to confirm the e-mail address of an account that requires it. */
export function ConfirmedOnly({ children }: { children: ReactNode }) {
  const { unconfirmed } = useSession()
  if (!unconfirmed) return children
  return (
    <Suspense>
      <ConfirmEmail email={unconfirmed.email} />
    </Suspense>
  )
}
