import { useId } from 'react'
import { type RunDraft, WHERES, type Where } from './run-draft.ts'
import { RunConflict, RunField } from './run-field.tsx'
import type { PartProps } from './run-form-state.ts'

const LABELS: Record<Where, string> = { place: 'At a place', online: 'Online', undecided: 'Not decided yet' }

/** Where a run takes place. */
export function PlaceFields({ form, conflict }: PartProps) {
  const id = useId()
  const where: RunDraft['where'] = form.watch('where')
  const part = { form, conflict }
  return (
    <section className="form-section" aria-labelledby={id}>
      <h2 id={id} className="font-display text-2xl">
        Where
      </h2>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">Where</legend>
        {WHERES.map((value) => (
          <label key={value} className="inline-flex items-center gap-2 py-2">
            <input type="radio" value={value} className="size-4 accent-primary" {...form.register('where')} />
            {LABELS[value]}
          </label>
        ))}
      </fieldset>
      <RunConflict {...part} field="where" label="Where" format={(value) => LABELS[value]} />
      {where === 'place' && (
        <>
          <RunField {...part} field="placeName" label="Place" />
          <RunField {...part} field="address" label="Address" />
          <div className="grid grid-cols-2 items-start gap-5">
            <RunField {...part} field="latitude" label="Latitude" inputMode="decimal" placeholder="59.91" />
            <RunField {...part} field="longitude" label="Longitude" inputMode="decimal" placeholder="10.75" />
          </div>
          <p className="text-sm text-soft">
            For outdoor dates: with latitude and longitude, the class's page shows golden and blue hour.
          </p>
        </>
      )}
      {where === 'online' && (
        <div>
          <RunField {...part} field="link" label="Link" type="url" inputMode="url" placeholder="https://" />
          <p className="mt-1.5 text-sm text-soft">Only enrolled students see the link.</p>
        </div>
      )}
    </section>
  )
}
