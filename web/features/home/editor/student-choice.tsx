import { useEffect, useState } from 'react'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { useStudents } from '#web/features/enrolments/roster/students.query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Choice } from '#web/ui/lists/choice.tsx'

export interface ChosenStudent {
  enrolmentId: string
  name: string
  /** A URL; empty for none. */
  photo: string
  className: string
}

interface Item {
  _id: string
  label: string
}

/** Rows that a choice offers; a search narrows them. */
const ROWS = 100

/** Chooses a student of a class: first the class, then one of its students. */
export function StudentChoice({ onChoose }: { onChoose: (student: ChosenStudent) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [schoolClass, setSchoolClass] = useState<Item | null>(null)
  if (!isOpen)
    return (
      <Button look="outline" className="justify-self-start" onClick={() => setIsOpen(true)}>
        Choose a student
      </Button>
    )
  return (
    <fieldset className="grid gap-5 border border-line p-5">
      <legend className="px-2 font-display text-xl">A student of a class</legend>
      <ClassChoice chosen={schoolClass} onChoose={setSchoolClass} />
      {schoolClass && <StudentOfClass key={schoolClass._id} schoolClass={schoolClass} onChoose={onChoose} />}
      <p className="text-sm text-soft">We fill in name, picture and role. You can change them below.</p>
    </fieldset>
  )
}

function ClassChoice({ chosen, onChoose }: { chosen: Item | null; onChoose: (schoolClass: Item | null) => void }) {
  const [q, setQ] = useState('')
  const { data, error } = useAllClasses({ sort: 'className', page: 1, rows: ROWS, ...(q && { q }) })
  const items = data?.rows.map(({ _id, className }) => ({ _id, label: className }))
  return (
    <FilteredChoice
      noun="class"
      items={items}
      total={data?.total}
      problem={error?.message}
      chosenId={chosen?._id ?? ''}
      onSearch={setQ}
      onChoose={(id) => onChoose(items?.find(({ _id }) => _id === id) ?? null)}
    />
  )
}

interface StudentOfClassProps {
  schoolClass: Item
  onChoose: (student: ChosenStudent) => void
}

function StudentOfClass({ schoolClass, onChoose }: StudentOfClassProps) {
  const [q, setQ] = useState('')
  const [chosenId, setChosenId] = useState('')
  const { data, error } = useStudents(schoolClass._id, { sort: 'name', page: 1, rows: ROWS, ...(q && { q }) })
  const choose = (id: string) => {
    setChosenId(id)
    const student = data?.rows.find(({ _id }) => _id === id)
    if (!student) return
    const { name, image } = student
    onChoose({ enrolmentId: id, name, photo: image ?? '', className: schoolClass.label })
  }
  return (
    <FilteredChoice
      noun="student"
      items={data?.rows.map(({ _id, name, email }) => ({ _id, label: `${name} (${email})` }))}
      total={data?.total}
      problem={error?.message}
      chosenId={chosenId}
      onSearch={setQ}
      onChoose={choose}
    />
  )
}

interface FilteredChoiceProps {
  /** `class` */
  noun: string
  /** Undefined while they load. */
  items: { _id: string; label: string }[] | undefined
  /** The number of all that match. */
  total: number | undefined
  problem: string | undefined
  /** Empty for none. */
  chosenId: string
  onSearch: (text: string) => void
  onChoose: (id: string) => void
}

/** A select of a list that may be long, with a field that narrows it. */
function FilteredChoice(props: FilteredChoiceProps) {
  const { noun, items, total, problem, chosenId, onSearch, onChoose } = props
  const [text, setText] = useState('')
  const paused = usePausedValue(text.trim())
  useEffect(() => onSearch(paused), [paused, onSearch])
  const options = (items ?? []).map(({ _id, label }) => ({ value: _id, label }))
  return (
    <div className="form-pair">
      <Field
        label={`Find a ${noun}`}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Choice
          label={capitalize(noun)}
          value={chosenId}
          options={[{ value: '', label: `Choose a ${noun}` }, ...options]}
          onChoose={onChoose}
        />
        <p role="status" className="mt-1.5 text-sm text-soft">
          {problem ?? describeItems(noun, items?.length, total)}
        </p>
      </div>
    </div>
  )
}

function describeItems(noun: string, shown: number | undefined, total = 0): string {
  if (shown === undefined) return 'Loading…'
  if (total === 0) return `No ${noun} found.`
  return shown < total ? `The first ${shown} of ${total}. Type to find others.` : ''
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
