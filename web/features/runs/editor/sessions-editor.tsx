import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from 'react-hook-form'
import { MAX_SESSIONS } from '#contract/values/limits.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { FormSection } from '#web/forms/form-section.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClockField } from '#web/ui/forms/clock-field.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { listZones } from './browser-zone.ts'
import { createKey, EMPTY_TIMES, findEndDate, type SessionDraft, type TimesDraft } from './run-draft.ts'
import { toTimes } from './run-times.ts'
import { countShift, findFirstDate, repeatLast, shiftDraft } from './session-rows.ts'
import type { PartProps } from './use-run-form.ts'

/** The sessions of a run as rows, and its time zone. */
export function SessionsEditor(part: PartProps) {
  const { form } = part
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { errors, isSubmitted } = form.formState
  const sessions = form.watch('sessions')
  const zone = form.watch('timeZone')
  const setSessions = (next: SessionDraft[]) =>
    form.setValue('sessions', next, { shouldDirty: true, shouldValidate: isSubmitted })
  const add = () => {
    flushSync(() => setSessions([...sessions, { key: createKey(), times: EMPTY_TIMES, rain: null }]))
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  const remove = (index: number) => {
    setSessions(sessions.toSpliced(index, 1))
    addButton.current?.focus()
  }
  return (
    <FormSection title="Sessions">
      <ZoneField {...part} />
      {sessions.length === 0 && <p className="text-soft">Without sessions, this date is open: students enroll now.</p>}
      <ol ref={list} className="grid gap-5">
        {sessions.map((session, index) => (
          <SessionRow
            key={session.key}
            session={session}
            index={index}
            zone={zone}
            errors={errors.sessions?.[index]}
            onChange={(next) => setSessions(sessions.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <FieldConflict {...part} field="sessions" label="Sessions" format={createFormat(zone)} />
      <Button
        ref={addButton}
        look="outline"
        className="justify-self-start"
        disabled={sessions.length >= MAX_SESSIONS}
        onClick={add}
      >
        Add a session
      </Button>
      {sessions.length > 0 && <RepeatSession sessions={sessions} onChange={setSessions} />}
      {sessions.length > 0 && <MoveSessions form={form} />}
    </FormSection>
  )
}

function ZoneField(part: PartProps) {
  const { form } = part
  const id = useId()
  return (
    <div className="max-w-96">
      <label htmlFor={id} className="field-label">
        Time zone
      </label>
      <select id={id} className="select w-full" {...form.register('timeZone')}>
        {listZones(form.formState.defaultValues?.timeZone ?? 'UTC').map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <FieldConflict {...part} field="timeZone" label="Time zone" />
    </div>
  )
}

/** Returns a function that describes sessions in words, one a line. */
function createFormat(zone: string) {
  return (sessions: SessionDraft[]) => sessions.map((session) => describeSession(session, zone)).join('\n') || 'none'
}

function describeSession({ times, rain }: SessionDraft, zone: string): string {
  const read = toTimes(times)
  const text = read ? formatSession(read, zone, { now: 'always' }) : 'incomplete'
  return rain ? `${text}, with a rain date` : text
}

interface SessionRowProps {
  session: SessionDraft
  index: number
  zone: string
  errors: FieldErrors<SessionDraft> | undefined
  onChange: (session: SessionDraft) => void
  onRemove: () => void
}

/** One session: its day and times, and an optional rain date. */
function SessionRow({ session, index, zone, errors, onChange, onRemove }: SessionRowProps) {
  const { times, rain } = session
  const subject = `session ${index + 1}`
  return (
    <li className="session-row">
      <Times
        times={times}
        suffix={` of ${subject}`}
        zone={zone}
        errors={errors?.times}
        onChange={(next) => onChange({ ...session, times: next })}
      />
      {rain && (
        <Times
          times={rain}
          prefix="Rain "
          suffix={` of ${subject}`}
          zone={zone}
          errors={errors?.rain as FieldErrors<TimesDraft> | undefined}
          onChange={(next) => onChange({ ...session, rain: next })}
        />
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          look="ghost"
          className="btn-sm"
          onClick={() => onChange({ ...session, rain: rain ? null : { ...times, date: '', endDate: '' } })}
        >
          {rain ? 'Remove rain date' : 'Add a rain date'}
          <About>{`of ${subject}`}</About>
        </Button>
        <Button look="ghost" className="btn-sm" onClick={onRemove}>
          Remove
          <About>{subject}</About>
        </Button>
      </div>
    </li>
  )
}

interface TimesProps {
  times: TimesDraft
  prefix?: string
  suffix: string
  zone: string
  errors: FieldErrors<TimesDraft> | undefined
  onChange: (times: TimesDraft) => void
}

/** The day, start and end of a session or of its rain date, and what they mean in words. */
function Times({ times, prefix = '', suffix, zone, errors, onChange }: TimesProps) {
  const bind = (name: keyof TimesDraft, label: string) => ({
    label: prefix ? `${prefix}${label.toLowerCase()}${suffix}` : `${label}${suffix}`,
    error: errors?.[name]?.message,
    value: times[name],
  })
  const change = (name: keyof TimesDraft) => (text: string) => onChange({ ...times, [name]: text })
  const dateField = (name: 'date' | 'endDate', label: string) => (
    <Field {...bind(name, label)} type="date" onChange={({ target }) => change(name)(target.value)} />
  )
  return (
    <div>
      <div className="session-times">
        {dateField('date', 'Date')}
        <ClockField {...bind('start', 'Start')} onChange={change('start')} />
        <ClockField {...bind('end', 'End')} onChange={change('end')} />
        {times.endDate && dateField('endDate', 'End date')}
      </div>
      <InWords times={times} zone={zone} />
    </div>
  )
}

/** The session as students read it, with its weekday, once it is complete. */
function InWords({ times, zone }: { times: TimesDraft; zone: string }) {
  const read = toTimes(times)
  if (read === null || read.ends <= read.starts) return null
  return (
    <p className="mt-1.5 text-sm text-soft">
      {formatSession(read, zone, { now: 'always' })}
      {!times.endDate && findEndDate(times) !== times.date && ': ends on the next day'}
    </p>
  )
}

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
function RepeatSession({ sessions, onChange }: RepeatSessionProps) {
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
function MoveSessions({ form }: Pick<PartProps, 'form'>) {
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

function useMove({ formState, getValues, setValue }: PartProps['form']) {
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
