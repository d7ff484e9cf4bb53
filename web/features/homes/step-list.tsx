import { Link } from 'react-router'
import { About } from '#web/ui/button.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'

/** Something to do: its subject, a sentence, and the link to where it is done. */
export interface Step {
  key: string
  /** The picture of the class, or of the student who waits longest. */
  image?: string | undefined
  focus?: string
  /** The class, on a line of its own. */
  title?: string
  text: string
  to: string
  label: string
  /** Shows the label as a button. */
  isMain?: boolean
  /** Above the label, and on a phone in its place: `3 of 4`, and `students needed`. */
  figure?: { value: string; unit: string }
}

interface StepListProps {
  title: string
  steps: Step[]
}

/** Next steps of a person, the most important first. Renders nothing without a step. */
export function StepList({ title, steps }: StepListProps) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="steps-title" className="mt-12">
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
      {steps.map(({ key, ...step }) => (
        <li key={key} className="linked-row">
          <StepRow {...step} />
        </li>
      ))}
    </ul>
  )
}

interface StepPictureProps {
  image: string
  focus?: string | undefined
}

/** The small picture at the start of a row. */
export function StepPicture({ image, focus }: StepPictureProps) {
  return <Picture src={image} alt="" focus={focus} sizes={SMALL} className="step-picture" />
}

function StepRow({ image, focus, title, text, to, label, isMain, figure }: Omit<Step, 'key'>) {
  return (
    <>
      {image !== undefined && <StepPicture image={image} focus={focus} />}
      <div className="wrap-anywhere min-w-0 flex-1">
        {title && <p className="font-display text-lg">{title}</p>}
        <p className={title && 'text-sm text-soft'}>{text}</p>
      </div>
      <Link
        to={to}
        className={
          isMain ? 'btn btn-outline row-main' : `shrink-0 text-sm ${figure ? 'text-end font-medium' : 'link step-link'}`
        }
      >
        {figure && <Figure {...figure} />}
        <span className={`${isMain ? '' : 'underline underline-offset-2'} ${figure ? 'ms-3 @max-[40rem]:block' : ''}`}>
          {label}
        </span>
        {title && <About>{title}</About>}
      </Link>
    </>
  )
}

function Figure({ value, unit }: NonNullable<Step['figure']>) {
  return (
    <>
      <span className="block font-display text-xl tabular-nums">{value}</span>
      <span className="font-normal text-soft">{unit}</span>{' '}
    </>
  )
}
