import { useQuery } from '@tanstack/react-query'
import type { Audience, MailingClass } from '#contract/mailings.ts'
import { formatCount } from '#contract/values/count.ts'
import type { PartProps } from '#web/features/home/editor/use-content-form.ts'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Loading } from '#web/ui/states.tsx'
import type { MailingDraft } from './mailing-draft.ts'
import { mailingClassesQuery } from './mailings.query.ts'

const AUDIENCES: { value: Audience; label: string }[] = [
  { value: 'subscribers', label: 'Subscribers of the newsletter' },
  { value: 'students', label: 'Students of chosen classes' },
]

/** Who receives it, and whether visitors can read it too. */
export function AudienceFields({ part }: { part: PartProps<MailingDraft> }) {
  const { register, watch, setValue } = part.form
  const audience = watch('audience')
  return (
    <div className="grid max-w-xl gap-4">
      <div>
        <Select label="Recipients" options={AUDIENCES} {...register('audience')} />
        <FieldConflict
          field="audience"
          label="Recipients"
          conflict={part.conflict}
          value={audience}
          onChoose={(value) => setValue('audience', value, { shouldDirty: true })}
          format={(value) => AUDIENCES.find((each) => each.value === value)?.label}
        />
      </div>
      {audience === 'students' ? (
        <ClassChoice part={part} />
      ) : (
        <CheckBox {...register('in_archive')}>Publish on our site when it is sent</CheckBox>
      )}
    </div>
  )
}

function ClassChoice({ part: { form, conflict } }: { part: PartProps<MailingDraft> }) {
  const { data, error } = useQuery(mailingClassesQuery)
  const chosen = form.watch('classes')
  const choose = (ids: string[]) => form.setValue('classes', ids.toSorted(), { shouldDirty: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Loading what="the classes" />
  return (
    <div>
      <CheckBoxGroup label="Classes" error={form.formState.errors.classes?.message}>
        {data.length === 0 && <p className="text-soft">No class has students at the moment.</p>}
        <div className="class-choice">
          {data.map((each) => (
            <CheckBox
              key={each._id}
              checked={chosen.includes(each._id)}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, each._id] : chosen.filter((id) => id !== each._id))
              }
            >
              {toLabel(each)}
            </CheckBox>
          ))}
        </div>
      </CheckBoxGroup>
      <FieldConflict
        field="classes"
        label="Classes"
        conflict={conflict}
        value={chosen}
        onChoose={choose}
        format={(ids) => listNames(ids, data)}
      />
    </div>
  )
}

function toLabel({ name, students }: MailingClass): string {
  return `${name} (${formatCount(students, 'student')})`
}

function listNames(ids: string[], classes: MailingClass[]): string {
  const names = ids.map((id) => classes.find(({ _id }) => _id === id)?.name ?? 'a class without students')
  return names.join(', ') || 'none'
}
