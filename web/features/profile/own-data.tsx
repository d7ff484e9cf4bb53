import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ProfileSection } from './profile-section.tsx'

/** All that the school keeps of the user, as a file. */
export function OwnData({ email }: { email: string }) {
  const download = useMutation({
    mutationFn: () => call(api.getOwnData),
    onSuccess: (data) => saveAsFile(JSON.stringify(data, null, 2), `photography-school-${email}.json`),
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

function saveAsFile(json: string, name: string): void {
  const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Once the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
