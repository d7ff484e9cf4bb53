import type { ReactNode } from 'react'
import { FormSection } from '#web/forms/form-section.tsx'

interface ProfileSectionProps {
  title: string
  line: string
  children: ReactNode
}

/** A section of the profile: a title with a line of explanation, and the controls. */
export function ProfileSection({ children, ...head }: ProfileSectionProps) {
  return (
    <FormSection {...head}>
      <div className="grid max-w-md gap-5">{children}</div>
    </FormSection>
  )
}
