import { useState } from 'react'
import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { useStudents } from '#web/features/enrolments/roster/students.query.ts'
import { Button } from '#web/ui/button.tsx'
import { FilteredChoice } from './filtered-choice.tsx'

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
