import { useState } from 'react'
import { api } from '#web/api.ts'
import { toMessage } from '#web/session/messages.ts'
import { withProof } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'

/** Accepts an invitation with the account that is logged in. */
export function ClaimButton({ token, onAccepted }: { token: string; onAccepted: () => void }) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const accept = async () => {
    setIsSending(true)
    setProblem(undefined)
    try {
      await withProof(api.claimInvitation, { body: { token } })
      onAccepted()
    } catch (error) {
      setProblem(toMessage(error))
    }
    setIsSending(false)
  }
  return (
    <div className="grid gap-5">
      <FormError message={problem} />
      <Button busy={isSending} onClick={accept}>
        Accept invitation
      </Button>
    </div>
  )
}
