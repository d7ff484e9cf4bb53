import { type ReactNode, useState } from 'react'
import { MAX_SESSIONS } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import type { SessionDraft } from './run-draft.ts'
import type { RunFormState } from './run-form-state.ts'
import { countShift, findFirstDate, repeatLast, shiftDraft } from './session-rows.ts'

const INTERVALS = [
  { value: '7', label: 'Every week' },
  { value: '14', label: 'Every two weeks' },
  { value: '1', label: 'Every day' },
] as const

type Interval = (typeof INTERVALS)[number]['value']

interface RepeatSessionProps {
  sessions: SessionDraft[]
  onChange: (sessions: SessionDraft[]) => void
}

/** Adds further sessions like the last one. Each can then be changed. */
export function RepeatSession({ sessions, onChange }: RepeatSessionProps) {
  const { interval, setInterval, count, setCount, problem, repeat } = useRepetition(sessions, onChange)
  return (
    <ToolBox title="Repeat the last session">
      <Choice label="How often" value={interval} options={INTERVALS} onChoose={setInterval} />
      <Field
        label="Times in all"
        type="number"
        inputMode="numeric"
        className="w-32"
        value={count}
        onChange={({ target }) => setCount(target.value)}
      />
      <Button look="outline" onClick={repeat}>
        Add sessions
      </Button>
      <ToolProblem message={problem} />
    </ToolBox>
  )
}

/** The choices of the repetition, and what is wrong with them after trying. */
function useRepetition(sessions: SessionDraft[], onChange: (sessions: SessionDraft[]) => void) {
  const [interval, setInterval] = useState<Interval>('7')
  const [count, setCount] = useState('6')
  const [problem, setProblem] = useState<string>()
  const repeat = () => {
    const message = checkRepetition(sessions, Number(count))
    setProblem(message)
    if (!message) onChange(repeatLast(sessions, Number(count), Number(interval)))
  }
  return { interval, setInterval, count, setCount, problem, repeat }
}

function checkRepetition(sessions: SessionDraft[], count: number): string | undefined {
  if (!sessions.at(-1)?.times.date) return 'The last session needs a date first.'
  if (!Number.isInteger(count) || count < 2) return 'Times in all must be a whole number from 2.'
  const tooMany = sessions.length + count - 1 > MAX_SESSIONS
  return tooMany ? `A date has at most ${MAX_SESSIONS} sessions.` : undefined
}

/** Moves all sessions, rain dates, the last moment and the decision date by the same number of days. */
export function MoveSessions({ form }: { form: RunFormState }) {
  const { date, setDate, problem, move } = useMove(form)
  return (
    <ToolBox title="Move all sessions">
      <Field label="New first date" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      <Button look="outline" onClick={move} disabled={findFirstDate(form.watch()) === null}>
        Move
      </Button>
      <ToolProblem message={problem} />
    </ToolBox>
  )
}

function useMove({ formState, getValues, setValue }: RunFormState) {
  const [date, setDate] = useState('')
  const [problem, setProblem] = useState<string>()
  const move = () => {
    const draft = getValues()
    const days = countShift(draft, date)
    setProblem(days === null ? 'Choose the new first date.' : undefined)
    if (days === null) return
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    const { sessions, lastMoment, decideAt } = shiftDraft(draft, days)
    setValue('sessions', sessions, options)
    setValue('lastMoment', lastMoment, options)
    setValue('decideAt', decideAt, options)
  }
  return { date, setDate, problem, move }
}

function ToolBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-soft text-sm">{title}</legend>
      <div className="run-tool">{children}</div>
    </fieldset>
  )
}

function ToolProblem({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="w-full text-error-ink text-sm">
      {message}
    </p>
  )
}
