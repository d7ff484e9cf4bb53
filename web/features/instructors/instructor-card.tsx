import type { ReactNode } from 'react'
import { toInstructorPath } from '#contract/slug.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { Print } from '#web/ui/print.tsx'

interface InstructorCardProps {
  id: string
  name: string
  email: string
  image: string | null
  /** The facts between the name and the button, among them the e-mail address. */
  children: ReactNode
}

/** An instructor, with links to their page and their classes. The image shows their camera. */
export function InstructorCard({ id, name, email, image, children }: InstructorCardProps) {
  return (
    <Print to={toInstructorPath({ _id: id, name })} image={image} alt={name} title={name}>
      {children}
      <ButtonLink look="outline" className="w-full" to={`/classes?${new URLSearchParams({ instructor: email })}`}>
        See Class
        <About>{`of ${name}`}</About>
      </ButtonLink>
    </Print>
  )
}
