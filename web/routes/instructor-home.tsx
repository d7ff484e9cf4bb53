import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'

export default function InstructorHome() {
  return (
    <>
      <Titled page="Instructor Home" />
      <Greeting welcome="Welcome Instructor" />
    </>
  )
}
