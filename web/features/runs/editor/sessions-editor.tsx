import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { MAX_SESSIONS } from '#contract/values/limits.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { Button } from '#web/ui/button.tsx'
import { listZones } from './browser-zone.ts'
import { createKey, EMPTY_TIMES, type SessionDraft } from './run-draft.ts'
import { RunConflict } from './run-field.tsx'
import type { PartProps } from './run-form-state.ts'
import { toTimes } from './run-times.ts'
import { SessionRow } from './session-row.tsx'
import { MoveSessions, RepeatSession } from './session-tools.tsx'

/** The sessions of a run as rows, and its time zone. */
export function SessionsEditor({ form, conflict }: PartProps) {
  const id = useId()
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
    <section className="grid gap-5" aria-labelledby={id}>
      <h2 id={id} className="font-display text-2xl">
        Sessions
      </h2>
      <ZoneField form={form} conflict={conflict} />
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
      <RunConflict form={form} conflict={conflict} field="sessions" label="Sessions" format={createFormat(zone)} />
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
    </section>
  )
}

function ZoneField({ form, conflict }: PartProps) {
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
      <RunConflict form={form} conflict={conflict} field="timeZone" label="Time zone" />
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
