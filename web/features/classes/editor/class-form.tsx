import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { LEVEL_LABELS, LEVELS } from '#contract/levels.ts'
import AmountHint from '#web/features/classes/amount-hint.tsx'
import { materialPreviewQuery } from '#web/features/materials/material.query.ts'
import { termsQuery } from '#web/features/terms/terms.query.ts'
import { EditField, EditForm, type FormFrame } from '#web/forms/edit-form.tsx'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { PreviewedMarkdown, PreviewPane } from '#web/forms/markdown-editor.tsx'
import type * as Forms from '#web/forms/use-versioned-form.ts'
import { useSchool } from '#web/school/school.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import {
  AlternativeTextField,
  CaptionField,
  ClassImageField,
  ExposureFields,
  FurtherImageFields,
  type PartProps,
} from './class-image.tsx'

interface ClassFormProps {
  frame: FormFrame
  part: PartProps
  /** The consequence of saving it. */
  lead: ReactNode
  /** The label of the button. */
  action: string
  imageInput: Ref<HTMLInputElement>
  /** Seats and price. */
  children: ReactNode
  /** The specification's fields of the instructor, which are last, since they are only read. */
  instructor?: ReactNode
  /** Buttons beside that one. */
  actions?: ReactNode
}

/** The form of a class. The image comes first, so that it uploads while the user fills in the other fields. */
export function ClassForm({ frame, part, lead, action, imageInput, children, instructor, actions }: ClassFormProps) {
  return (
    <EditForm {...frame} className="gap-(--form-gap)" lead={lead} action={action} actions={actions} isLong>
      <div className="class-form gap-y-(--form-gap)">
        <Part title="Picture">
          <ClassImageField {...part} ref={imageInput} />
          <AlternativeTextField {...part} />
          <CaptionField {...part} />
        </Part>
        <div className="grid content-start gap-(--form-gap)">
          <Part title="What it is">
            <EditField {...part} field="className" label="Class Name" />
            <div>
              <Select label="Level" options={LEVEL_OPTIONS} {...part.form.register('level')} />
              <FieldConflict {...part} field="level" label="Level" />
            </div>
          </Part>
          <Part title="Seats and price">
            {children}
            <div>
              <TermsField form={part.form} />
              <FieldConflict {...part} field="terms_id" label="Cancellation terms" />
            </div>
          </Part>
        </div>
      </div>
      <PageFields {...part} />
      {instructor && <Part title="Instructor">{instructor}</Part>}
    </EditForm>
  )
}

interface FormPartProps {
  title: string
  /** Below the title. */
  line?: string
  children: ReactNode
}

/** Fields that belong together, below their title. */
function Part({ title, line, children }: FormPartProps) {
  return (
    <fieldset className="form-section">
      <legend>
        <h2 className="font-display text-2xl">{title}</h2>
        {line && <p className="mt-2 text-sm text-soft">{line}</p>}
      </legend>
      {children}
    </fieldset>
  )
}

/** The kind of the field for seats. */
export const SEATS_INPUT = { type: 'number', inputMode: 'numeric', step: 1, min: 0 } as const

interface PriceFieldProps<Draft extends { price: string }> extends Forms.PartProps<Draft> {
  /** Shown below while nothing is typed. */
  empty?: string
}

/** A price in the school's currency, repeated as it is read. A text field: one for numbers drops a comma in some browsers. */
export function PriceField<Draft extends { price: string }>({ empty = '', ...part }: PriceFieldProps<Draft>) {
  const { currency } = useSchool()
  const hintId = useId()
  const unit = <span className="field-unit">{currency.toUpperCase()}</span>
  const { watch } = part.form as unknown as UseFormReturn<{ price: string }>
  return (
    <div>
      <EditField {...part} field="price" label="Price" inputMode="decimal" end={unit} hintId={hintId} />
      <AmountHint id={hintId} text={watch('price')} empty={empty} />
    </div>
  )
}

const TEXTS = [
  { field: 'description', label: 'Description', rows: 8 },
  { field: 'outcome', label: 'What students make', rows: 4 },
  { field: 'bring', label: 'What to bring', rows: 4 },
] as const

const LEVEL_OPTIONS = LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] }))

/** Optional facts, pictures and texts, which the page of the class shows. */
function PageFields(part: PartProps) {
  return (
    <Part title="On the class's page" line="All of this is optional.">
      <div className="class-form">
        <ExposureFields {...part} />
      </div>
      <FurtherImageFields {...part} />
      <div className="class-form-texts">
        {TEXTS.map((text) => (
          <div key={text.field} className="@container">
            <PreviewedMarkdown {...part} {...text} preview={<TextPreview text={part.form.watch(text.field)} />} />
          </div>
        ))}
      </div>
    </Part>
  )
}

/** A text as the page of the class shows it. */
function TextPreview({ text }: { text: string }) {
  const { data, error } = useQuery(materialPreviewQuery(usePausedValue(text)))
  return (
    <>
      <p className="field-label">Preview</p>
      <PreviewPane className="page-preview" data-empty={text.trim() === ''}>
        {text.trim() !== '' && data ? (
          <RichText html={data.html} />
        ) : (
          <p className="text-soft">{error ? error.message : 'There is no text yet.'}</p>
        )}
      </PreviewPane>
    </>
  )
}

/** The terms of the class. Nothing is chosen while the list loads. */
function TermsField({ form }: Pick<PartProps, 'form'>) {
  const { data = [] } = useQuery(termsQuery)
  const chosen = form.watch('terms_id')
  const options = data.filter(({ is_default, _id }) => !is_default || _id === chosen)
  return (
    <Select
      label="Cancellation terms"
      options={[
        { value: '', label: 'The default of the school' },
        ...options.map(({ _id, name }) => ({ value: _id, label: name })),
        ...(chosen && !data.some(({ _id }) => _id === chosen) ? [{ value: chosen, label: 'As they are' }] : []),
      ]}
      {...form.register('terms_id')}
      value={chosen}
    />
  )
}
