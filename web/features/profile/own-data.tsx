import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { saveAsFile } from '#web/ui/save-as-file.ts'
import { ProfileSection } from './profile-section.tsx'

/** All that the school keeps of the user, as a file. */
export function OwnData({ email }: { email: string }) {
  const download = useMutation({
    mutationFn: () => call(api.getOwnData),
    onSuccess: (data) =>
      saveAsFile(JSON.stringify(data, null, 2), `photography-school-${email}.json`, 'application/json'),
  })
  return (
    <ProfileSection
      title="Your data"
      line="Your profile, sign-ins, classes, payments and newsletter, in a file that people and programs can read."
    >
      {download.error && (
        <p role="alert" className="text-error-ink">
          {download.error.message}
        </p>
      )}
      <Button look="outline" className="justify-self-start" busy={download.isPending} onClick={() => download.mutate()}>
        Download my data
      </Button>
    </ProfileSection>
  )
}
