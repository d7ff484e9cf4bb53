import { AddClassForm } from '#web/features/class-editor/add-class-form.tsx'
import { Titled } from '#web/school/titled.tsx'

export default function AddClass() {
  return (
    <>
      <Titled page="Add a Class" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Add a Class</h1>
      <p className="mb-8 max-w-prose text-soft">
        An admin looks at it before anybody can select it; until then it stands in your list as pending.
      </p>
      <AddClassForm />
    </>
  )
}
