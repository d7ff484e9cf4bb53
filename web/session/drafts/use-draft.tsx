import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { discardDraft, loadDraft, type StoredDraft, storeDraft, type Values } from './stored-draft.ts'

interface DraftOptions<Draft> {
  /** The form among those of the user: `material {id}`. */
  name: string
  /** An item for each list of the form, as an example of its shape. */
  items?: Partial<Draft>
}

/**
 * Stores what the user changes in a form until it is saved or discarded, restores it when they come back, and asks before they leave with
 * changes. `note` belongs above the fields. `markSaved` is for code that navigates in the same step.
 */
export function useDraft<Draft extends FieldValues>(
  // biome-ignore lint/suspicious/noExplicitAny: the context and the checked values of the form do not matter here
  form: UseFormReturn<Draft, any, any>,
  { name, items }: DraftOptions<Draft>,
): { note: ReactNode; markSaved: () => void } {
  const { reset, formState } = form
  const { user } = useSession()
  const key = `${user?.email} ${name}`
  const [restored, setRestored] = useState<StoredDraft | null>(null)
  const discard = useCallback(() => {
    discardDraft(key)
    setRestored(null)
  }, [key])
  useStorage(form, { key, items, onLoad: setRestored })
  useDiscardOnceClean(formState.isDirty, discard)
  const markSaved = useUnsaved(formState.isDirty, discard)
  const startOver = () => {
    reset()
    discard()
  }
  return { note: restored && <RestoredDraft draft={restored} onDiscard={startOver} />, markSaved }
}

interface StorageOptions<Draft> extends Pick<DraftOptions<Draft>, 'items'> {
  key: string
  onLoad: (stored: StoredDraft | null) => void
}

function useStorage<Draft extends FieldValues>(
  // biome-ignore lint/suspicious/noExplicitAny: the context and the checked values of the form do not matter here
  { watch, reset, formState }: UseFormReturn<Draft, any, any>,
  { key, items, onLoad }: StorageOptions<Draft>,
): void {
  const first: Values = formState.defaultValues ?? {}
  const latest = useRef({ first, items })
  useEffect(() => {
    latest.current = { first, items }
  })
  useEffect(() => {
    const { first: present, items: examples } = latest.current
    const stored = loadDraft(key, present, { ...present, ...examples })
    if (stored) reset({ ...present, ...stored.typed } as Draft, { keepDefaultValues: true })
    onLoad(stored)
    const { unsubscribe } = watch((values) => storeDraft(key, values, latest.current.first))
    return unsubscribe
  }, [watch, reset, key, onLoad])
}

/** A form without changes after it had some is saved, or its user has undone them. */
function useDiscardOnceClean(isDirty: boolean, discard: () => void): void {
  const wasDirty = useRef(false)
  useEffect(() => {
    if (wasDirty.current && !isDirty) discard()
    wasDirty.current = isDirty
  }, [isDirty, discard])
}

function RestoredDraft({ draft: { hadFile, isOutdated }, onDiscard }: { draft: StoredDraft; onDiscard: () => void }) {
  return (
    <div role="status" className="hint flex flex-wrap items-center justify-between gap-3">
      <p>
        We've kept what you typed.{hadFile && ' Choose the image again.'}
        {isOutdated && ' Someone has changed the same fields since: discard the draft to see theirs.'}
      </p>
      <Button look="outline" className="btn-sm" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  )
}
