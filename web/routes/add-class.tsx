import { SchoolEmail } from '#web/school/school-email.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Empty } from '#web/ui/states.tsx'

/** Says who adds a class for as long as the page itself cannot. */
export default function AddClass() {
  return (
    <>
      <Titled page="Add a Class" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Add a Class</h1>
      <Empty sentence="Classes cannot be added from here yet.">
        <p className="max-w-prose">
          Please write to <SchoolEmail /> with the name of the class, a picture, how many seats it has and what it
          costs.
        </p>
      </Empty>
    </>
  )
}
