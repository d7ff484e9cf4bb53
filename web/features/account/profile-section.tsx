import { type ReactNode, useId } from 'react'

interface ProfileSectionProps {
  title: string
  line: string
  children: ReactNode
}

/** A section of the profile: a title with a line of explanation, and the controls. */
export function ProfileSection({ title, line, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="profile-section">
      <header>
        <h2 id={id} className="font-display text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-sm text-soft">{line}</p>
      </header>
      <div className="grid min-w-0 max-w-md content-start gap-5">{children}</div>
    </section>
  )
}
