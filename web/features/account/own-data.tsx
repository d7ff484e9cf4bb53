import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { saveAsFile } from '#web/ui/lists/save-as-file.ts'
import { ProfileSection } from './profile-section.tsx'

/** Downloads the user's data as a file. */
export function OwnData({ email }: { email: string }) {
  const download = useMutation({
    mutationFn: () => call(api.getOwnData),
    onSuccess: (data) =>
      saveAsFile(JSON.stringify(data, null, 2), `photography-school-${email}.json`, 'application/json'),
  })
  return (
    <ProfileSection title="Your data" line="Your profile, logins, classes, payments and newsletter as a JSON file.">
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
