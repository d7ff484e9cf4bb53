import { useEffect, useRef } from 'react'
import type { NewRun } from '#contract/runs.ts'
import { Button } from '#web/ui/button.tsx'

interface UndatedQuestionProps {
  isAsked: boolean
  isSaving: boolean
  onDecide: (decision: NewRun['undated']) => void
}

/** Asks whether seats without a date stay for sale beside the first date, since students have places without one. */
export function UndatedQuestion({ isAsked, isSaving, onDecide }: UndatedQuestionProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  return (
    <div ref={box} role="alert">
      {isAsked && (
        <div className="grid gap-4 border-error border-s-2 ps-4">
          <p>
            This date is not saved yet: students are enrolled without a date, or are paying for one of those seats. They
            keep their places. Do you still sell seats without a date?
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" busy={isSaving} onClick={() => onDecide('close')}>
              Sell dates only
            </Button>
            <Button look="outline" busy={isSaving} onClick={() => onDecide('keep')}>
              Keep both for sale
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
