import { AddClassForm } from '#web/features/classes/editor/add-class-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'Add a Class' },
  screenshots: [{ name: 'add-class' }],
} satisfies PageHandle

export default function AddClass() {
  return (
    <>
      <PageTitle page="Add a Class" />
      <h1 className="mb-6 font-display text-4xl sm:text-5xl">Add a Class</h1>
      <AddClassForm />
    </>
  )
}
