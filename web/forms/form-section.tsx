import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  /** For links to the section. */
  id?: string
  title: string
  /** Below the title. */
  line?: string
  /** Below that line. */
  aside?: ReactNode
  /** Two fields side by side, where there is room. */
  isPaired?: boolean
  children: ReactNode
}

/** A section of a long form: its title, and its fields below it or beside it. */
export function FormSection({ id, title, line, aside, isPaired = false, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="profile-section">
      <header>
        <h2 id={titleId} className="font-display text-2xl">
          {title}
        </h2>
        {line && <p className="mt-2 text-sm text-soft">{line}</p>}
        {aside}
      </header>
      <div className={isPaired ? 'form-pair' : 'grid min-w-0 content-start gap-5'}>{children}</div>
    </section>
  )
}
