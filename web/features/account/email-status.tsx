import { useMutation } from '@tanstack/react-query'
import { requestVerification } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useMethods } from './methods.query.ts'

/** Shows whether the e-mail address is confirmed; if not, offers another link. Renders nothing while it loads. */
export function EmailStatus() {
  const { data: methods } = useMethods()
  const verification = useMutation({ mutationFn: requestVerification })
  if (!methods) return null
  if (methods.emailVerified) return <p className="text-sm text-soft">confirmed</p>
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <p className="text-sm text-soft">not confirmed yet</p>
      <Button look="outline" className="btn-sm" busy={verification.isPending} onClick={() => verification.mutate()}>
        Send the link again
      </Button>
      {verification.isSuccess && (
        <p role="status" className="text-sm">
          Check your inbox: we've e-mailed you a link.
        </p>
      )}
      {verification.error && (
        <p role="alert" className="text-error-ink text-sm">
          {toMessage(verification.error)}
        </p>
      )}
    </div>
  )
}
