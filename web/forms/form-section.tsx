import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  /** Below the title. */
  line?: string
  /** Two fields side by side, where there is room. */
  isPaired?: boolean
  children: ReactNode
}

/** A section of a long form: its title, and its fields below it or beside it. */
export function FormSection({ title, line, isPaired = false, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="profile-section">
      <header>
        <h2 id={id} className="font-display text-2xl">
          {title}
        </h2>
        {line && <p className="mt-2 text-sm text-soft">{line}</p>}
      </header>
      <div className={isPaired ? 'form-pair' : 'grid min-w-0 content-start gap-5'}>{children}</div>
    </section>
  )
}
