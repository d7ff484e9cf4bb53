import type { ReactNode } from 'react'
import { useSession } from '#web/session/use-session.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'

const ConfirmEmail = lazyView(() => import('./confirm-email.view.tsx'))
const EnterCode = lazyView(() => import('./enter-code.view.tsx'))

/** Shows a sign-in page, or the next step of a sign-in: the code of a second factor, or the confirmation of the e-mail address. */
export function SignInSteps({ children }: { children: ReactNode }) {
  const { unconfirmed, awaitsCode } = useSession()
  if (!unconfirmed && !awaitsCode) return children
  return unconfirmed ? <ConfirmEmail email={unconfirmed.email} /> : <EnterCode />
}
