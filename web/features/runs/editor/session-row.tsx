import type { FieldErrors } from 'react-hook-form'
import { formatSession } from '#contract/values/session-times.ts'
import { About, Button } from '#web/ui/button.tsx'
import { ClockField } from '#web/ui/clock-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { findEndDate, type SessionDraft, type TimesDraft } from './run-draft.ts'
import { toTimes } from './run-times.ts'

interface SessionRowProps {
  session: SessionDraft
  index: number
  zone: string
  errors: FieldErrors<SessionDraft> | undefined
  onChange: (session: SessionDraft) => void
  onRemove: () => void
}

/** One session: its day and times, and an optional rain date. */
export function SessionRow({ session, index, zone, errors, onChange, onRemove }: SessionRowProps) {
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
