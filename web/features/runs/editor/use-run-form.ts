import { type FormEvent, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { Overlap } from '#contract/run-editing.ts'
import type { NewRun, Run } from '#contract/runs.ts'
import type { RulesContext } from '#web/features/classes/editor/class-draft.ts'
import * as Forms from '#web/forms/use-versioned-form.ts'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { EMPTY_TIMES, type RunDraft, type SessionDraft } from './run-draft.ts'
import { confirmAll, listQuestions } from './run-questions.ts'
import { type Decisions, findChanges, useSaveRun } from './save-run.ts'
import { toDraft } from './stored-run.ts'

const rules = lazyResolver<RunDraft, RulesContext, NewRun>(() => import('./run.rules.ts'))

export interface RunFormOptions {
  classId: string
  /** The stored run, or null for a new one. */
  stored: Run | null
  /** The draft that the form starts with. */
  draft: RunDraft
}

export type PartProps = Forms.PartProps<RunDraft, Run | null>

/** The form of a run. It asks what the user must know before the run is saved, and what the server must know. */
export function useRunForm({ classId, stored, draft }: RunFormOptions) {
  const { currency, timeZone } = useSchool()
  const back = useBack(classId)
  const { add, change, reload, listOverlaps } = useSaveRun(classId)
  const [overlaps, setOverlaps] = useState<Overlap[]>([])
  const [asksUndated, setAsksUndated] = useState(false)
  const decisions = useRef<Decisions>(NO_DECISIONS)
  // A submission that goes on after a decision asks nothing again.
  const isConfirmed = useRef(false)
  const { frame, part } = Forms.useVersionedForm<Run | null, RunDraft, Partial<NewRun>, RulesContext, NewRun>({
    name: stored ? `date ${stored._id}` : `new date of ${classId}`,
    record: 'this date',
    stored,
    toDraft: (run) => (run ? toDraft(run, timeZone) : draft),
    items: { sessions: [EXAMPLE_SESSION] },
    rules,
    context: { currency },
    findChanges: (run, base) => {
      setOverlaps([])
      setAsksUndated(false)
      return base ? findChanges(run, base) : run
    },
    save: async (changes, base, run) => {
      isConfirmed.current ||= await confirmAll(listQuestions(run, base, base && changes))
      if (!isConfirmed.current) return false
      return base ? change(base, changes, decisions.current) : add(run, decisions.current)
    },
    reload: async (base) => base && reload(base._id),
    savedMessage: 'Date saved.',
    staysOpen: false,
    onSaved: back.go,
    onError: async (error, run) => {
      if (!(error instanceof CallError)) return false
      if (error.code === 'DOUBLE_BOOKED') setOverlaps(await listOverlaps(run, stored?._id))
      else if (error.code === 'UNDATED_RUN') setAsksUndated(true)
      else {
        const { field, message } = await findProblem(error)
        part.form.setError(field, { message }, { shouldFocus: true })
      }
      return true
    },
  })
  return {
    ...{ part, overlaps, asksUndated, backTo: back.path },
    frame: {
      ...frame,
      onSubmit: (event: FormEvent) => {
        decisions.current = NO_DECISIONS
        isConfirmed.current = false
        return frame.onSubmit(event)
      },
    },
    /** Submits again with a decision that the server has requested. */
    decide: (decision: Partial<Decisions>) => {
      decisions.current = { ...decisions.current, ...decision }
      return frame.onSubmit()
    },
  }
}

const EXAMPLE_SESSION: SessionDraft = { key: '', times: EMPTY_TIMES, rain: EMPTY_TIMES }

const NO_DECISIONS: Decisions = { allow_overlap: false }

/** Returns the field at which the server's refusal is shown: only the server knows which clock times a zone skips. */
async function findProblem(error: CallError): Promise<{ field: FieldPath<RunDraft> | 'root'; message: string }> {
  const [, path, message] = /^([a-z_]+(?:\.\w+)*): (.+)$/s.exec(error.message) ?? []
  if (path === undefined || message === undefined) return { field: 'root', message: error.message }
  const { toField } = await import('./run.rules.ts')
  return { field: toField(path.split('.')) as FieldPath<RunDraft>, message }
}

/** The list of dates that the form came from: an admin's has one class only. */
function useBack(classId: string) {
  const { role } = useSession()
  const navigate = useNavigate()
  const path = role === 'admin' ? `/dashboard/dates/${classId}` : '/dashboard/dates'
  return { path, go: async () => navigate(path) }
}
