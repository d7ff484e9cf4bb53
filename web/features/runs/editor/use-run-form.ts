import { type FormEvent, useRef, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { Overlap } from '#contract/run-editing.ts'
import type { NewRun, Run } from '#contract/runs.ts'
import type { RulesContext } from '#web/features/classes/editor/class-draft.ts'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { useSchool } from '#web/school/school.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { type DraftConflict, mergeDraft } from '#web/ui/forms/draft-conflict.ts'
import { type RecordConflict, useConflict } from '#web/ui/forms/use-conflict.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { EMPTY_TIMES, type RunDraft, type SessionDraft } from './run-draft.ts'
import { confirmAll, listQuestions } from './run-questions.ts'
import { type Decisions, findChanges, useSaveRun } from './save-run.ts'
import { toDraft } from './stored-run.ts'

const { resolver, preload } = lazyResolver<RunDraft, RulesContext, NewRun>(() => import('./run.rules.ts'))

const CONFLICT_MESSAGE =
  'Someone changed this date while you were editing. Nothing is lost: compare, choose, save again.'

export interface RunFormOptions {
  classId: string
  /** The stored run, or null for a new one. */
  stored: Run | null
  /** The draft that the form starts with. */
  draft: RunDraft
}

/** The form of a run. After a conflict it continues from the server's version with the user's edits. */
export function useRunForm({ classId, stored, draft }: RunFormOptions) {
  const { currency, timeZone } = useSchool()
  const { toRunDraft, toDrafts, merge } = createDrafts(timeZone)
  const back = useBack(classId)
  const { add, change, reload, listOverlaps } = useSaveRun(classId)
  const { base, conflict, show } = useConflict<Run | null, RunDraft>(stored, { toDraft: toRunDraft, merge })
  const [overlaps, setOverlaps] = useState<Overlap[]>([])
  const [asksUndated, setAsksUndated] = useState(false)
  const decisions = useRef<Decisions>(NO_DECISIONS)
  // A submission that goes on after a decision asks nothing again.
  const isConfirmed = useRef(false)
  const form = useForm({ resolver, context: { currency }, defaultValues: draft })
  const { handleSubmit, setError } = form
  const name = stored ? `date ${stored._id}` : `new date of ${classId}`
  const { note, markSaved } = useDraft(form, { name, items: { sessions: [EXAMPLE_SESSION] } })

  const send = async (run: NewRun) => {
    const changes = base && findChanges(run, base)
    if (changes && Object.keys(changes).length === 0) return toastWarning('You have not changed anything.')
    if (!isConfirmed.current && !(await confirmAll(listQuestions(run, base, changes)))) return
    isConfirmed.current = true
    if (base && changes) await change(base, changes, decisions.current)
    else await add(run, decisions.current)
    markSaved()
    toastSuccess('Date saved.')
    await back.go()
  }
  const handleError = async (error: unknown, run: NewRun) => {
    if (base && isConflict(error)) return show(form, await reload(base._id), CONFLICT_MESSAGE)
    if (error instanceof CallError && error.code === 'DOUBLE_BOOKED')
      return setOverlaps(await listOverlaps(run, base?._id))
    if (error instanceof CallError && error.code === 'UNDATED_RUN') return setAsksUndated(true)
    const problem = await findProblem(error)
    setError(problem.field, { message: problem.message }, { shouldFocus: true })
  }
  const submit = handleSubmit(async (run) => {
    setOverlaps([])
    setAsksUndated(false)
    try {
      await send(run).catch((error) => handleError(error, run))
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  return {
    ...{ form, preload, note, overlaps, asksUndated, backTo: back.path, conflict: conflict && toDrafts(conflict) },
    submit: (event: FormEvent) => {
      decisions.current = NO_DECISIONS
      isConfirmed.current = false
      return submit(event)
    },
    /** Submits again with a decision that the server has asked for. */
    decide: (decision: Partial<Decisions>) => {
      decisions.current = { ...decisions.current, ...decision }
      return submit()
    },
  }
}

const EXAMPLE_SESSION: SessionDraft = { key: '', times: EMPTY_TIMES, rain: EMPTY_TIMES }

const NO_DECISIONS: Decisions = { allow_overlap: false }

/** Returns the field at which the server's refusal is shown: only the server knows which clock times a zone skips. */
async function findProblem(error: unknown): Promise<{ field: FieldPath<RunDraft> | 'root'; message: string }> {
  const [, path, message] = (error instanceof CallError && /^([a-z_]+(?:\.\w+)*): (.+)$/s.exec(error.message)) || []
  if (path === undefined || message === undefined) return { field: 'root', message: toMessage(error) }
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

/** Returns the functions that make drafts of runs, in a school of a zone. */
function createDrafts(schoolZone: string | null) {
  // Only a stored run can be in conflict.
  const toRunDraft = (run: Run | null) => toDraft(run as Run, schoolZone)
  const toDrafts = ({ before, now, mine }: RecordConflict<Run | null, RunDraft>): DraftConflict<RunDraft> => {
    return { before: toRunDraft(before), now: toRunDraft(now), mine }
  }
  return {
    toRunDraft,
    toDrafts,
    merge: (conflict: RecordConflict<Run | null, RunDraft>) => mergeDraft(toDrafts(conflict)),
  }
}
