import { useEffect, useId, useRef } from 'react'
import type { Overlap } from '#contract/run-editing.ts'
import type { NewRun } from '#contract/runs.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { PriceField } from '#web/features/classes/editor/class-form.tsx'
import { EditField, EditForm } from '#web/forms/edit-form.tsx'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { FormSection } from '#web/forms/form-section.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClockField } from '#web/ui/forms/clock-field.tsx'
import { type RunDraft, WHERES, type Where } from './run-draft.ts'
import { SessionsEditor } from './sessions-editor.tsx'
import { type PartProps, type RunFormOptions, useRunForm } from './use-run-form.ts'

/** Adds or changes a run. */
export function RunForm(options: RunFormOptions) {
  const { frame, part, decide, overlaps, asksUndated, backTo } = useRunForm(options)
  const { isSubmitting } = frame.state
  return (
    <EditForm
      {...frame}
      className="gap-10"
      isLong
      action={options.stored ? 'Save date' : 'Add date'}
      actions={
        <ButtonLink look="outline" to={backTo}>
          Back
        </ButtonLink>
      }
    >
      <SessionsEditor {...part} />
      <PlaceFields {...part} />
      <SeatsFields {...part} />
      <MinimumFields {...part} />
      <OverlapWarning overlaps={overlaps} isSaving={isSubmitting} onSave={() => decide({ allow_overlap: true })} />
      <UndatedQuestion isAsked={asksUndated} isSaving={isSubmitting} onDecide={(undated) => decide({ undated })} />
    </EditForm>
  )
}

/** The seats of a run, its price and how long students can enroll. */
function SeatsFields(part: PartProps) {
  return (
    <FormSection title="Seats and price">
      <div className="field-halves">
        <EditField {...part} field="seats" label="Available Seats" type="number" inputMode="numeric" />
        <PriceField {...part} empty="Empty: the price of the class." />
      </div>
      <MomentField
        {...part}
        field="lastMoment"
        label="Last moment to enroll"
        timeLabel="Time of the last moment"
        hint="Empty: until the first session starts."
      />
    </FormSection>
  )
}

/** The number of students without which a run may not take place, and when to decide. */
function MinimumFields(part: PartProps) {
  return (
    <FormSection
      title="Minimum"
      line="With fewer students you decide whether the date takes place. We remind you by e-mail."
    >
      <div className="form-pair gap-x-5">
        <EditField {...part} field="minimum" label="Minimum number of students" type="number" inputMode="numeric" />
      </div>
      <MomentField
        {...part}
        field="decideAt"
        label="Decision date"
        timeLabel="Time of the decision"
        hint="Empty: two days before the first session."
      />
    </FormSection>
  )
}

interface MomentFieldProps extends PartProps {
  field: 'lastMoment' | 'decideAt'
  label: string
  timeLabel: string
  hint: string
}

/** An optional date with a time, in the zone of the run. */
function MomentField({ field, label, timeLabel, hint, ...part }: MomentFieldProps) {
  const { form } = part
  const hintId = useId()
  const [date = '', clock = ''] = form.watch(field).split('T')
  const { errors, isSubmitted } = form.formState
  const change = (nextDate: string, nextClock: string) => {
    const moment = nextDate || nextClock ? `${nextDate}T${nextClock}` : ''
    form.setValue(field, moment, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  return (
    <div>
      <div className="field-halves">
        <Field
          label={label}
          type="date"
          hintId={hintId}
          error={errors[field]?.message}
          value={date}
          onChange={({ target }) => change(target.value, clock)}
        />
        <ClockField label={timeLabel} value={clock} onChange={(next) => change(date, next)} />
      </div>
      <p id={hintId} className="mt-1.5 text-sm text-soft">
        {hint}
      </p>
      <FieldConflict
        {...part}
        field={field}
        label={label}
        format={(moment) => moment.replace('T', ' ').trim() || 'empty'}
      />
    </div>
  )
}

const LABELS: Record<Where, string> = { place: 'At a place', online: 'Online', undecided: 'Not decided yet' }

/** Place of a run. */
function PlaceFields(part: PartProps) {
  const { form } = part
  const where: RunDraft['where'] = form.watch('where')
  return (
    <FormSection title="Where">
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">Where</legend>
        {WHERES.map((value) => (
          <label key={value} className="inline-flex items-center gap-2 py-2">
            <input type="radio" value={value} className="size-4 accent-primary" {...form.register('where')} />
            {LABELS[value]}
          </label>
        ))}
      </fieldset>
      <FieldConflict {...part} field="where" label="Where" format={(value) => LABELS[value]} />
      {where === 'place' && (
        <>
          <div className="form-pair gap-x-5">
            <EditField {...part} field="placeName" label="Place" />
            <EditField {...part} field="address" label="Address" />
          </div>
          <div className="field-halves">
            <EditField {...part} field="latitude" label="Latitude" inputMode="decimal" placeholder="59.91" />
            <EditField {...part} field="longitude" label="Longitude" inputMode="decimal" placeholder="10.75" />
          </div>
          <p className="text-sm text-soft">
            For outdoor dates: with latitude and longitude, the class's page shows golden and blue hour.
          </p>
        </>
      )}
      {where === 'online' && (
        <EditField
          {...part}
          field="link"
          label="Link"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Only enrolled students see the link."
        />
      )}
    </FormSection>
  )
}

interface OverlapWarningProps {
  overlaps: Overlap[]
  isSaving: boolean
  onSave: () => void
}

/** Names the sessions that a run would book twice. Teaching together and sharing a hall are allowed. */
function OverlapWarning({ overlaps, isSaving, onSave }: OverlapWarningProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (overlaps.length > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [overlaps])
  return (
    <div ref={box} role="alert">
      {overlaps.length > 0 && (
        <div className="grid gap-4 border-error border-s-2 ps-4">
          <p>This date is not saved yet: it overlaps with another one.</p>
          <ul className="grid list-disc gap-2 ps-5">
            {overlaps.map((overlap) => (
              <li key={`${overlap.starts_at} ${overlap.className}`} className="wrap-anywhere">
                {toSentence(overlap)}
              </li>
            ))}
          </ul>
          <Button look="outline" className="justify-self-start" busy={isSaving} onClick={onSave}>
            Save anyway
          </Button>
        </div>
      )}
    </div>
  )
}

function toSentence({ same, className, instructorName, place, time_zone, ...times }: Overlap): string {
  const who = same === 'instructor' ? `${instructorName} teaches` : `${place?.name} is booked for`
  return `${who} “${className}” on ${formatSession(times, time_zone, { now: 'always' })}.`
}

interface UndatedQuestionProps {
  isAsked: boolean
  isSaving: boolean
  onDecide: (decision: NewRun['undated']) => void
}

/** Asks whether seats without a date stay for sale beside the first date, since students have places without one. */
function UndatedQuestion({ isAsked, isSaving, onDecide }: UndatedQuestionProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  return (
    <div ref={box} role="alert">
      {isAsked && (
        <div className="grid gap-4 border-error border-s-2 ps-4">
          <p>
            This date is not saved yet: students are enrolled without a date, or are paying for one of those seats. They
            keep their places. Do you still sell seats without a date?
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" busy={isSaving} onClick={() => onDecide('close')}>
              Sell dates only
            </Button>
            <Button look="outline" busy={isSaving} onClick={() => onDecide('keep')}>
              Keep both for sale
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
