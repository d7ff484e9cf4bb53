import { useMutation } from '@tanstack/react-query'
import { requestVerification } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'

/** Offers another link to confirm the e-mail address. */
export function ConfirmationOffer() {
  const verification = useMutation({ mutationFn: requestVerification })
  return (
    <>
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
    </>
  )
}
