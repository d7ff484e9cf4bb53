/** The state of a run's form, which its parts share. */
import type { UseFormReturn } from 'react-hook-form'
import type { NewRun } from '#contract/runs.ts'
import type { RulesContext } from '#web/features/classes/editor/class-draft.ts'
import type { DraftConflict } from '#web/ui/forms/draft-conflict.ts'
import type { RunDraft } from './run-draft.ts'

export type RunFormState = UseFormReturn<RunDraft, RulesContext, NewRun>

/** Props of every part of the form. */
export interface PartProps {
  form: RunFormState
  conflict: DraftConflict<RunDraft> | null
}
