import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EMPTY_DRAFT } from './class-draft.ts'
import type { ClassFormState } from './class-image.tsx'
import { discardDraft, loadDraft, storeDraft } from './stored-draft.ts'

/** Stores what the user types, and restores it when they come back. */
export function useStoredDraft({ watch, reset }: Pick<ClassFormState, 'watch' | 'reset'>, email: string) {
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const stored = loadDraft(email)
    if (stored) reset({ ...stored, image: null }, { keepDefaultValues: true })
    setRestored(stored !== null)
    const { unsubscribe } = watch((draft) => storeDraft(email, draft))
    return unsubscribe
  }, [watch, reset, email])
  return {
    isRestored,
    discard: () => {
      reset(EMPTY_DRAFT)
      discardDraft(email)
      setRestored(false)
    },
  }
}

export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className="hint flex flex-wrap items-center justify-between gap-3">
      <p>We've kept what you typed. Choose the image again.</p>
      <Button look="outline" className="btn-sm" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  )
}
