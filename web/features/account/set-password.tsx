import { useMutation } from '@tanstack/react-query'
import { requestReset } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Sends a link to set a password to a user who logs in only with a sign-in provider. */
export function SetPassword({ email }: { email: string }) {
  const request = useMutation({ mutationFn: () => requestReset(email) })
  return (
    <ProfileSection
      title="Set a password"
      line="You log in without one. With a password you can also log in by e-mail."
    >
      <Button look="outline" className="justify-self-start" busy={request.isPending} onClick={() => request.mutate()}>
        Send reset link
      </Button>
      {request.isSuccess && <p role="status">Check your inbox: we've e-mailed you a link to set a password.</p>}
      {request.error && (
        <p role="alert" className="text-error-ink">
          {toMessage(request.error)}
        </p>
      )}
    </ProfileSection>
  )
}
