import { reauthenticationStore } from '#web/session/reauthentication.ts'
import { useStore } from '#web/store.ts'
import { toastError } from '#web/ui/toasts.ts'
import { COULD_NOT_LOAD, useView } from '#web/ui/views/use-view.ts'

const loadDialog = () => import('./reauthenticate.view.tsx')

/** Shows the dialog of `requestReauthentication`; rendered once, in the dashboard. A dialog that does not load answers no. */
export function Reauthenticate() {
  const question = useStore(reauthenticationStore)
  const ReauthenticateDialog = useView(loadDialog, question !== null, () => {
    toastError(COULD_NOT_LOAD)
    reauthenticationStore.get()?.answer(false)
  })
  return question && ReauthenticateDialog && <ReauthenticateDialog onAnswer={question.answer} />
}
