import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/runs.ts'
import { toSlug } from '#contract/slug.ts'
import { describeRun } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { About } from '#web/ui/button.tsx'
import { saveAsFile } from '#web/ui/lists/save-as-file.ts'
import { toastError } from '#web/ui/toasts.ts'
import { RunPlace } from './run-place.tsx'

interface RunDatesProps {
  run: Run
  className: string
}

/** When and where a student's run takes place, with its calendar file. An open run has neither. */
export function RunDates({ run, className }: RunDatesProps) {
  const dates = describeRun(run)
  return (
    <div className="space-y-1 text-sm">
      {run.canceled_at !== undefined && <p className="text-error-ink">Canceled</p>}
      {dates !== null && <p className="text-soft">{dates}</p>}
      <RunPlace run={run} />
      {dates !== null && <CalendarFile runId={run._id} className={className} />}
    </div>
  )
}

/** Saves the sessions of a run as a file for calendar programs. */
function CalendarFile({ runId, className }: { runId: string; className: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.getRunCalendar, { params: { id: runId } }),
    onSuccess: (text) => saveAsFile(text, `${toSlug(className) || 'class'}.ics`, 'text/calendar'),
    onError: (error) => toastError(error.message),
  })
  return (
    <button type="button" className="link block py-1" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      Add to calendar
      <About>{className}</About>
    </button>
  )
}
