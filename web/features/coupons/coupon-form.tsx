import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '#contract/coupons.ts'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { useSchool } from '#web/school/school.ts'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Loading } from '#web/ui/states.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { type CouponDraft, findChanges, toDraft } from './coupon-draft.ts'
import { couponClassesQuery, useCouponCalls } from './coupons.query.ts'

const rules = lazyResolver<CouponDraft, RulesContext>(() => import('./coupon.rules.ts'))

interface CouponFormProps {
  /** Null for a new one. */
  coupon: Coupon | null
  onDone: () => void
}

/** Adds or edits a coupon. */
export function CouponForm({ coupon, onDone }: CouponFormProps) {
  const { currencyDecimals } = useSchool()
  const { frame, part } = useContentForm({
    noun: 'coupon',
    stored: coupon,
    calls: useCouponCalls(),
    rules,
    toDraft,
    items: { classes: [''] },
    findChanges: async (draft, stored) => findChanges(draft, stored, currencyDecimals),
    onDone,
  })
  return (
    <ContentForm
      label={coupon ? `Edit ${coupon.code}` : 'Add a coupon'}
      {...frame}
      onCancel={coupon ? onDone : undefined}
    >
      <div className="form-pair">
        <EditField {...part} field="code" label="Code" hint="Case, spaces and hyphens do not matter." />
        <div className="field-halves">
          <KindField part={part} />
          <EditField
            {...part}
            field="value"
            label="Value"
            inputMode="decimal"
            hint="An amount is for the whole order."
          />
        </div>
        <EditField {...part} field="maxUses" label="Uses" inputMode="numeric" hint={ANY_NUMBER} />
        <EditField {...part} field="perPerson" label="Uses for each person" inputMode="numeric" hint={ANY_NUMBER} />
        <EditField {...part} field="from" label="First day" type="date" />
        <EditField {...part} field="until" label="Last day" type="date" />
      </div>
      <ClassChoice part={part} />
    </ContentForm>
  )
}

const ANY_NUMBER = 'Leave it blank for any number.'

function KindField({ part }: { part: PartProps<CouponDraft> }) {
  const { currencySign } = useSchool()
  const kinds = [
    { value: 'percent', label: 'Percent' },
    { value: 'amount', label: `Amount in ${currencySign.trim()}` },
  ]
  return (
    <div>
      <Select label="Kind" options={kinds} {...part.form.register('kind')} />
      <FieldConflict
        {...part}
        field="kind"
        label="Kind"
        format={(kind) => kinds.find(({ value }) => value === kind)?.label}
      />
    </div>
  )
}

function ClassChoice({ part }: { part: PartProps<CouponDraft> }) {
  const { data: classes, error } = useQuery(couponClassesQuery)
  if (error) return <p role="alert">{error.message}</p>
  if (!classes) return <Loading what="the classes" />
  const toName = (id: string) => classes.find(({ _id }) => _id === id)?.name ?? 'a class that is not on offer'
  const label = 'Only for these classes'
  return (
    <div>
      <CheckBoxGroup label={label} error={part.form.formState.errors.classes?.message}>
        <p className="mb-2 text-sm text-soft">Choose none for all classes.</p>
        <ClassBoxes part={part} ids={classes.map(({ _id }) => _id)} toName={toName} />
      </CheckBoxGroup>
      <FieldConflict {...part} field="classes" label={label} format={(ids) => ids.map(toName).join(', ') || 'all'} />
    </div>
  )
}

interface ClassBoxesProps {
  part: PartProps<CouponDraft>
  ids: string[]
  toName: (id: string) => string
}

/** A box for each class, also for chosen ones that are no longer on offer. */
function ClassBoxes({ part: { form }, ids, toName }: ClassBoxesProps) {
  const chosen = form.watch('classes')
  const choose = (changed: string[]) => form.setValue('classes', changed.toSorted(), { shouldDirty: true })
  return (
    <div className="class-choice">
      {[...new Set([...ids, ...chosen])].map((id) => (
        <CheckBox
          key={id}
          checked={chosen.includes(id)}
          onChange={({ target }) => choose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        >
          {toName(id)}
        </CheckBox>
      ))}
    </div>
  )
}
