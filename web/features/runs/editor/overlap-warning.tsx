import { useEffect, useRef } from 'react'
import type { Overlap } from '#contract/run-editing.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { Button } from '#web/ui/button.tsx'

interface OverlapWarningProps {
  overlaps: Overlap[]
  isSaving: boolean
  onSave: () => void
}

/** Names the sessions that a run would book twice. Teaching together and sharing a hall are allowed. */
export function OverlapWarning({ overlaps, isSaving, onSave }: OverlapWarningProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (overlaps.length > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [overlaps])
  return (
    <div ref={box} role="alert">
      {overlaps.length > 0 && (
        <div className="grid gap-4 border-error border-s-2 ps-4">
          <p>This date is not saved yet: it overlaps with another one.</p>
          <ul className="grid list-disc gap-2 ps-5">
            {overlaps.map((overlap) => (
              <li key={`${overlap.starts_at} ${overlap.className}`} className="wrap-anywhere">
                {toSentence(overlap)}
              </li>
            ))}
          </ul>
          <Button look="outline" className="justify-self-start" busy={isSaving} onClick={onSave}>
            Save anyway
          </Button>
        </div>
      )}
    </div>
  )
}

function toSentence({ same, className, instructorName, place, time_zone, ...times }: Overlap): string {
  const who = same === 'instructor' ? `${instructorName} teaches` : `${place?.name} is booked for`
  return `${who} “${className}” on ${formatSession(times, time_zone, { now: 'always' })}.`
}
