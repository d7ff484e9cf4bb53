import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { Terms } from '#contract/terms.ts'
import { describeChanges } from '#contract/terms-changes.ts'
import { MAX_TERMS_STEPS } from '#contract/values/limits.ts'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { useSchool } from '#web/school/school.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useTermsCalls } from './terms.query.ts'
import { EMPTY_STEP, findChanges, PRESETS, readDraft, type TermsDraft, toDraft } from './terms-draft.ts'
import { TermsInWords, useFormat } from './terms-in-words.tsx'

const rules = lazyResolver<TermsDraft, RulesContext>(() => import('./terms.rules.ts'))

interface TermsFormProps {
  /** Null for new ones. */
  terms: Terms | null
  onDone: () => void
}

/** Adds or edits cancellation terms, with a preview in words. */
export function TermsForm({ terms, onDone }: TermsFormProps) {
  const calls = useTermsCalls()
  const { currencyDecimals } = useSchool()
  const { frame, part } = useContentForm({
    noun: 'terms',
    stored: terms,
    calls,
    rules,
    toDraft,
    items: { steps: [EMPTY_STEP] },
    findChanges: async (draft, stored) => findChanges(draft, stored, currencyDecimals),
    onDone,
  })
  return (
    <ContentForm label={terms ? `Edit ${terms.name}` : 'Add terms'} {...frame} onCancel={terms ? onDone : undefined}>
      {!terms && <Presets part={part} />}
      <div className="form-pair">
        <EditField {...part} field="name" label="Name" hint="Only staff see it." />
        <EditField
          {...part}
          field="freeDays"
          label="Free days"
          hint="For so many days after paying, and before the start, students get the full amount back. 0 for none."
        />
      </div>
      <Steps part={part} />
      <div className="form-pair">
        <EditField
          {...part}
          field="minimumFee"
          label="Minimum fee"
          hint="We keep at least this where a step applies."
        />
        <ChangeFields part={part} />
        <ResaleFields part={part} />
      </div>
      <EditField
        {...part}
        field="text"
        label="Text"
        rows={3}
        hint="In your own words. Students read it below the terms."
      />
      <TermsPreview draft={part.form.watch()} />
    </ContentForm>
  )
}

/** Fills in the terms of a kind of school. */
function Presets({ part: { form } }: { part: PartProps<TermsDraft> }) {
  const fill = (preset: (typeof PRESETS)[number]) => {
    const { kind, free_days, steps } = preset
    const draft = toDraft({ name: kind, free_days, steps: [...steps] })
    for (const field of ['name', 'freeDays', 'steps', 'minimumFee'] as const)
      form.setValue(field, draft[field], { shouldDirty: true })
  }
  return (
    <fieldset>
      <legend className="field-label">Start with the terms of</legend>
      <div className="flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <Button key={preset.kind} look="outline" className="btn-sm" onClick={() => fill(preset)}>
            {preset.kind}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** The rules of moves to other dates and of substitutes. */
function ChangeFields({ part }: { part: PartProps<TermsDraft> }) {
  return (
    <>
      <EditField
        {...part}
        field="moveFee"
        label="Fee for another date"
        hint="What a student pays to move to another date. It comes off what a cheaper date returns."
      />
      <EditField
        {...part}
        field="moveHours"
        label="Last hours to move"
        hint="Students can move until so many hours before the start. 24 hours are a day."
      />
      <EditField
        {...part}
        field="substituteHours"
        label="Last hours for a substitute"
        hint="Students can give their place to another person until so many hours before the start."
      />
    </>
  )
}

const RESALES = [
  { value: 'none', label: 'No: a seat is given up by the steps above' },
  { value: 'less_fee', label: 'Yes: they get back what they paid, less a fee' },
  { value: 'full', label: 'Yes: they get the full amount back' },
]

/** Rules of offering a seat for sale again. */
function ResaleFields({ part }: { part: PartProps<TermsDraft> }) {
  return (
    <>
      <Select
        label="May students offer their seat for sale again?"
        options={RESALES}
        {...part.form.register('resale')}
      />
      {part.form.watch('resale') === 'less_fee' && (
        <EditField {...part} field="resaleFee" label="Fee of a seat that is sold again" />
      )}
    </>
  )
}

const UNITS = [
  { value: 'days', label: 'days' },
  { value: 'hours', label: 'hours' },
]

function Steps({ part: { form } }: { part: PartProps<TermsDraft> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'steps' })
  const addButton = useRef<HTMLButtonElement>(null)
  const { errors } = form.formState
  const removeAt = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-xl">Steps before the start</legend>
      {fields.map(({ id }, index) => {
        const problems = errors.steps?.[index]
        const about = `of step ${index + 1}`
        const register = (field: 'before' | 'unit' | 'percent' | 'credit' | 'fee') =>
          form.register(`steps.${index}.${field}`)
        return (
          <div key={id} className="terms-step">
            <Field
              label={`Until ${about}`}
              inputMode="decimal"
              error={problems?.before?.message}
              {...register('before')}
            />
            <Select label={`Unit ${about}`} options={UNITS} {...register('unit')} />
            <Field
              label={`Percent back ${about}`}
              inputMode="decimal"
              error={problems?.percent?.message}
              {...register('percent')}
            />
            <Field
              label={`Percent as credit ${about}`}
              inputMode="decimal"
              error={problems?.credit?.message}
              {...register('credit')}
            />
            <Field label={`Fee ${about}`} inputMode="decimal" error={problems?.fee?.message} {...register('fee')} />
            <Button look="ghost" className="btn-sm self-end" onClick={() => removeAt(index)}>
              Remove
              <About>{`step ${index + 1}`}</About>
            </Button>
          </div>
        )
      })}
      <Button
        ref={addButton}
        look="outline"
        className="justify-self-start"
        disabled={fields.length >= MAX_TERMS_STEPS}
        onClick={() => append(EMPTY_STEP)}
      >
        Add a step
      </Button>
    </fieldset>
  )
}

/** The terms as students read them, while they are typed. */
function TermsPreview({ draft }: { draft: TermsDraft }) {
  const { currencyDecimals } = useSchool()
  const format = useFormat()
  const { name: _name, text: _text, steps, resale, ...numbers } = readDraft(draft, currencyDecimals)
  const all = [...Object.values(numbers), ...steps.flatMap((step) => Object.values(step))]
  const isReadable = all.every((value) => Number.isFinite(value))
  const changes = isReadable ? describeChanges(numbers, format) : []
  return (
    <section aria-label="Preview" className="border-line border-s-2 ps-4">
      <p className="field-label">Preview</p>
      {isReadable ? (
        <TermsInWords terms={{ ...numbers, steps, resale, changes }} />
      ) : (
        <p className="text-soft">Fill in the numbers first.</p>
      )}
      {draft.text && <p className="wrap-anywhere mt-2 whitespace-pre-line text-sm">{draft.text}</p>}
    </section>
  )
}
