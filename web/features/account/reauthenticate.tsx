import { lazy, Suspense } from 'react'
import { reauthenticationStore } from '#web/session/reauthentication.ts'
import { useStore } from '#web/store.ts'

const ReauthenticateDialog = lazy(() => import('./reauthenticate.view.tsx'))

/** Shows the dialog of `requestReauthentication`; rendered once, in the dashboard. */
export function Reauthenticate() {
  const question = useStore(reauthenticationStore)
  return <Suspense>{question && <ReauthenticateDialog onAnswer={question.answer} />}</Suspense>
}
