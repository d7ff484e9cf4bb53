import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/session/use-session.ts'

const ConfirmEmail = lazy(() => import('./confirm-email.view.tsx'))
const EnterCode = lazy(() => import('./enter-code.view.tsx'))

/** Shows a sign-in page, or the next step of a sign-in: the code of a second factor, or the confirmation of the e-mail address. */
export function SignInSteps({ children }: { children: ReactNode }) {
  const { unconfirmed, awaitsCode } = useSession()
  if (!unconfirmed && !awaitsCode) return children
  return <Suspense>{unconfirmed ? <ConfirmEmail email={unconfirmed.email} /> : <EnterCode />}</Suspense>
}
