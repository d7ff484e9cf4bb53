import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'

export default function AdminHome() {
  return (
    <>
      <Titled page="Admin Home" />
      <Greeting welcome="Welcome Admin" />
    </>
  )
}
