import { useMutation } from '@tanstack/react-query'
import { requestVerification } from '#web/session/account.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { useMethods } from './methods.query.ts'

/** Whether the e-mail address is confirmed, and another letter for whoever has not done it. Nothing until it is known. */
export function EmailStanding() {
  const { data: methods } = useMethods()
  const letter = useMutation({ mutationFn: requestVerification })
  if (!methods) return null
  if (methods.emailVerified) return <p className="text-sm text-soft">confirmed</p>
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <p className="text-sm text-soft">not confirmed yet</p>
      <Button look="outline" className="btn-sm" busy={letter.isPending} onClick={() => letter.mutate()}>
        Send the letter again
      </Button>
      {letter.isSuccess && (
        <p role="status" className="text-sm">
          A letter with a link is on its way to you.
        </p>
      )}
      {letter.error && (
        <p role="alert" className="text-error-ink text-sm">
          {wordsFor(letter.error)}
        </p>
      )}
    </div>
  )
}
