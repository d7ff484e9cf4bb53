import { useQuery } from '@tanstack/react-query'
import type { BriefWithOwn } from '#contract/briefs.ts'
import { MAX_BRIEF_PICTURES } from '#contract/values/limits.ts'
import { nameRun } from '#web/features/enrolments/date-choice.tsx'
import { classRunsQuery } from '#web/features/runs/runs.query.ts'
import { ContentForm, EditField, Hint } from '#web/forms/edit-form.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { ClockField } from '#web/ui/forms/clock-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { type BriefDraft, findChanges, RULE_FIELDS, toDraft } from './brief-draft.ts'
import { useBriefCalls } from './briefs.query.ts'

const rules = lazyResolver<BriefDraft, RulesContext>(() => import('./brief.rules.ts'))

interface BriefFormProps {
  classId: string
  /** Null for a new one. */
  brief: BriefWithOwn | null
  onDone: () => void
}

/** Adds or edits a brief. */
export function BriefForm({ classId, brief, onDone }: BriefFormProps) {
  const { frame, part } = useContentForm({
    noun: `brief of ${classId}`,
    stored: brief,
    calls: useBriefCalls(classId),
    rules,
    toDraft,
    findChanges: async (draft, stored) => findChanges(draft, stored),
    onDone,
  })
  const { form } = part
  return (
    <ContentForm label={brief ? `Edit ${brief.title}` : 'Add a brief'} {...frame} onCancel={brief ? onDone : undefined}>
      {!brief && <RunField classId={classId} part={part} />}
      <EditField {...part} field="title" label="Title" />
      <EditField {...part} field="text" label="Text" rows={6} hint="Markdown: **bold**, lists and links." />
      <DueFields {...part} />
      <div>
        <CheckBox {...form.register('addFailed')}>Students may add one that failed</CheckBox>
      </div>
      <RuleFields {...part} />
    </ContentForm>
  )
}

type Part = PartProps<BriefDraft>

/** The date that a new brief is for, where the class has more than one. */
function RunField({ classId, part }: { classId: string; part: Part }) {
  const { data = [] } = useQuery(classRunsQuery(classId))
  const runs = data.filter(({ canceled_at }) => canceled_at === undefined)
  if (runs.length < 2) return null
  const options = [{ value: '', label: 'All dates' }, ...runs.map((run) => ({ value: run._id, label: nameRun(run) }))]
  return (
    <div className="max-w-96">
      <Select label="For the students of" options={options} {...part.form.register('runId')} />
    </div>
  )
}

/** Deadline and number of pictures. */
function DueFields(part: Part) {
  const { form } = part
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <EditField {...part} field="date" label="Due date" type="date" />
      <ClockField
        label="Due time"
        error={form.formState.errors.clock?.message}
        value={form.watch('clock')}
        onChange={(clock) => form.setValue('clock', clock, { shouldDirty: true })}
      />
      <EditField {...part} field="count" label={`Pictures (1–${MAX_BRIEF_PICTURES})`} inputMode="numeric" />
    </div>
  )
}

/** Rules about values in the files. */
function RuleFields(part: Part) {
  return (
    <details className="disclosure">
      <summary>Rules about how the pictures are taken</summary>
      <Hint>We read them from each file and show what it does not meet. They bar no picture.</Hint>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        {RULE_FIELDS.map(([rule, label, placeholder]) => (
          <EditField key={rule} {...part} field={rule} label={label} placeholder={placeholder} />
        ))}
      </div>
      <CheckBox {...part.form.register('afterStart')}>Taken after the start of the class</CheckBox>
    </details>
  )
}
