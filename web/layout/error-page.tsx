import { useRevalidator } from 'react-router'
import { PageTitle } from '#web/school/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { describeError } from './describe-error.ts'
import stylesheet from './error-page.css?url'

/** The page of an error: what happened, and what the user can do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, message, remedy, frame } = describeError(error)
  const { revalidate, state } = useRevalidator()
  return (
    <section className="error-page">
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <PageTitle page={title} />
      <div>
        <h1 className="font-display text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-soft" role="alert">
          {message}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {remedy && (
            <Button
              look="outline"
              busy={state === 'loading'}
              onClick={() => (remedy === 'read' ? revalidate() : location.reload())}
            >
              Try again
            </Button>
          )}
          <ButtonLink to="/">Back to homepage</ButtonLink>
          <ButtonLink look="outline" to="/classes">
            All classes
          </ButtonLink>
        </div>
      </div>
      <BlankNegative number={frame} />
    </section>
  )
}

/** A frame of film on which nothing is, with its number between the holes. */
function BlankNegative({ number }: { number: number }) {
  return (
    <p className="negative" aria-hidden="true">
      <span className="negative-edge">
        <span>{number}</span>
        <span>{number}A</span>
      </span>
      <span className="negative-frame">no picture here</span>
      <span className="negative-edge">
        <span>safety film</span>
        <span>{number}</span>
      </span>
    </p>
  )
}
