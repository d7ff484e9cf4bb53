import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** A record that changed on the server, and the draft in the form when the server rejected it. */
export interface RecordConflict<Stored, Draft> {
  before: Stored
  now: Stored
  mine: Draft
}

interface ConflictOptions<Stored, Draft> {
  toDraft: (stored: Stored) => Draft
  merge: (conflict: RecordConflict<Stored, Draft>) => Draft
}

/** The record that a form started from. After a conflict the form continues from the server's version with the user's edits. */
export function useConflict<Stored, Draft extends FieldValues>(
  initial: Stored,
  { toDraft, merge }: ConflictOptions<Stored, Draft>,
) {
  const [base, setBase] = useState(initial)
  const [conflict, setConflict] = useState<RecordConflict<Stored, Draft> | null>(null)
  // biome-ignore lint/suspicious/noExplicitAny: the context and the checked values of the form do not matter here
  const show = ({ reset, setError, getValues }: UseFormReturn<Draft, any, any>, now: Stored, message: string) => {
    const next = { before: base, now, mine: getValues() }
    setBase(now)
    setConflict(next)
    reset(toDraft(now))
    reset(merge(next), { keepDefaultValues: true })
    setError('root', { message })
  }
  /** Starts over from a record that was just saved. */
  // biome-ignore lint/suspicious/noExplicitAny: the context and the checked values of the form do not matter here
  const restart = ({ reset }: UseFormReturn<Draft, any, any>, now: Stored) => {
    setBase(now)
    setConflict(null)
    reset(toDraft(now))
  }
  return { base, conflict, show, restart }
}
