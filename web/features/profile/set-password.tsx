import { useMutation } from '@tanstack/react-query'
import { requestReset } from '#web/session/account.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { ProfileSection } from './profile-section.tsx'

/** For whoever signs in with a third party only: a password comes by the link of a letter. */
export function SetPassword({ email }: { email: string }) {
  const letter = useMutation({ mutationFn: () => requestReset(email) })
  return (
    <ProfileSection title="Set a password" line="So far you sign in without one. With one, your e-mail is enough.">
      <Button look="outline" className="justify-self-start" busy={letter.isPending} onClick={() => letter.mutate()}>
        Send reset link
      </Button>
      {letter.isSuccess && (
        <p role="status">A letter with a link is on its way to you. With it you choose a password.</p>
      )}
      {letter.error && (
        <p role="alert" className="text-error-ink">
          {wordsFor(letter.error)}
        </p>
      )}
    </ProfileSection>
  )
}
