import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/use-action.ts'

/** POST /school/export: the browser saves the file while it arrives. */
export function ExportEverything() {
  const { mutate, isPending } = useAction(() => call(api.requestExport), { done: ({ url }) => saveFrom(url) })
  return (
    <section aria-labelledby="export" className="profile-section mt-10">
      <header>
        <h2 id="export" className="font-display text-2xl">
          Export
        </h2>
        <p className="mt-2 text-sm text-soft">Your data, to keep or to take elsewhere.</p>
      </header>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-soft">
          One file with all users, classes, payments and pictures, as CSV and images. It has personal data: store it
          safely. Passwords and keys are left out.
        </p>
        <Button look="outline" busy={isPending} onClick={() => mutate()}>
          Export everything
        </Button>
      </div>
    </section>
  )
}

/** The server's header makes the browser save the response, so the page stays. */
function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = new URL(url).pathname
  link.download = ''
  link.click()
}
