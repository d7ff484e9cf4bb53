import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toClassPath } from '#contract/slug.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { ClassPrice } from '#web/features/classes/card/class-price.tsx'
import { describeImage } from '#web/features/classes/card/describe-image.ts'
import { describeFreeSeats } from '#web/features/classes/card/describe-seats.ts'
import { TaughtBy } from '#web/features/classes/card/taught-by.tsx'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Picture } from '#web/ui/picture.tsx'
import stylesheet from './comparison.css?url'
import type { ComparedClass } from './load-compared.ts'

/** The facts that are compared, each a row. */
const FACTS: [name: string, render: (compared: ComparedClass) => ReactNode][] = [
  ['Next date', ({ nextDate }) => nextDate ?? 'No fixed dates'],
  ['Sessions', ({ sessions }) => sessions ?? 'At your own pace'],
  ['Place', ({ place }) => place ?? 'Not named yet'],
  ['Price', (schoolClass) => <ClassPrice schoolClass={schoolClass} />],
  ['Level', ({ level }) => level],
  ['Seats', ({ runs }) => (runs.length === 0 ? 'No open dates' : describeFreeSeats(runs))],
  ['Instructor', (schoolClass) => <TaughtBy schoolClass={schoolClass} />],
]

/** Two or three classes side by side. */
export function Comparison({ classes }: { classes: ComparedClass[] }) {
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <NeedsJavaScript action="select a class" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls three classes on a phone. */}
      <section aria-label="Classes side by side" tabIndex={0} className="comparison">
        <table>
          <caption className="sr-only">Classes side by side</caption>
          <thead>
            <tr>
              <td />
              {classes.map((schoolClass) => (
                <ClassHead key={schoolClass._id} schoolClass={schoolClass} />
              ))}
            </tr>
          </thead>
          <Facts classes={classes} />
        </table>
      </section>
    </>
  )
}

function Facts({ classes }: { classes: ComparedClass[] }) {
  const cells = (render: (compared: ComparedClass) => ReactNode) =>
    classes.map((schoolClass) => <td key={schoolClass._id}>{render(schoolClass)}</td>)
  return (
    <tbody>
      {FACTS.map(([name, render]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells(render)}
        </tr>
      ))}
      <tr>
        <td />
        {cells((schoolClass) => (
          <SelectButton schoolClass={schoolClass} />
        ))}
      </tr>
    </tbody>
  )
}

function ClassHead({ schoolClass }: { schoolClass: ComparedClass }) {
  const { className, classImage, focus } = schoolClass
  return (
    <th scope="col">
      <Picture
        src={classImage}
        alt={describeImage(schoolClass)}
        focus={focus}
        sizes="(min-width: 64rem) 22rem, 45vw"
        className="aspect-[3/2] w-full"
      />
      <Link to={toClassPath(schoolClass)} className="wrap-anywhere mt-3 block font-display text-xl hover:underline">
        {className}
      </Link>
    </th>
  )
}
