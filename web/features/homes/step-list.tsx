import { Link } from 'react-router'
import { About } from '#web/ui/button.tsx'

/** Something to do: a sentence, and the link to where it is done. */
export interface Step {
  key: string
  text: string
  to: string
  label: string
  /** Subject of the link, for screen readers. */
  about?: string
}

interface StepListProps {
  title: string
  steps: Step[]
}

/** Next steps of a person, the most important first. Renders nothing without a step. */
export function StepList({ title, steps }: StepListProps) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="steps-title" className="mt-10">
      <h2 id="steps-title" className="font-display text-2xl">
        {title}
      </h2>
      <Steps steps={steps} />
    </section>
  )
}

export function Steps({ steps }: Pick<StepListProps, 'steps'>) {
  return (
    <ul className="next-steps">
      {steps.map(({ key, text, to, label, about }) => (
        <li key={key}>
          <p className="wrap-anywhere min-w-0">{text}</p>
          <Link to={to} className="link shrink-0 whitespace-nowrap py-1">
            {label}
            {about && <About>{about}</About>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
