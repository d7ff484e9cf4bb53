import { useEffect, useRef, useState } from 'react'
import { PageTitle } from '#web/school/page-title.tsx'
import { requestVerification } from '#web/session/account/account.ts'
import { LogOutButton } from '#web/session/log-out-button.tsx'
import { toMessage } from '#web/session/messages.ts'
import { callProvider, provider } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'

const CHECK_INTERVAL_MS = 5_000

/** Asks for a confirmed address, and continues the sign-in once it is confirmed: here, in another tab or on another device. */
export default function ConfirmEmail({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => heading.current?.focus(), [])
  useEffect(checkWhileVisible, [])

  const send = async () => {
    setIsSending(true)
    setMessage('')
    setProblem(undefined)
    try {
      await requestVerification()
      setMessage(`We've e-mailed a new link to ${email}.`)
    } catch (error) {
      setProblem(toMessage(error))
    }
    setIsSending(false)
  }
  return (
    <section className="auth-layout">
      <PageTitle page="Confirm your e-mail" />
      <h1 ref={heading} tabIndex={-1} className="font-display text-4xl sm:text-5xl">
        Confirm your e-mail
      </h1>
      <p className="mt-6">
        We've e-mailed a link to <strong className="break-all">{email}</strong>. Open it to confirm that the address is
        yours.
      </p>
      <p className="mt-3 text-soft">An account with this address already exists. You can use it once you confirm.</p>
      <div className="mt-8 mb-5 flex flex-wrap gap-3">
        <Button busy={isSending} onClick={send}>
          Send again
        </Button>
        <LogOutButton />
      </div>
      <FormError message={problem} />
      <p role="status">{message}</p>
    </section>
  )
}

/** Checks at an interval, and as soon as the tab is visible again. Returns the clean-up. */
function checkWhileVisible(): () => void {
  let isChecking = false
  const check = async () => {
    if (isChecking || document.visibilityState !== 'visible') return
    isChecking = true
    await continueIfConfirmed().catch(() => undefined)
    isChecking = false
  }
  const timer = setInterval(check, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/** Rejects where the provider cannot be reached; the next check tries again. */
async function continueIfConfirmed(): Promise<void> {
  const person = await (await provider()).current()
  if (person && !person.emailVerified) return
  const { user } = await callProvider()
  if (user) popupSuccess('User Login Successfully.')
}
