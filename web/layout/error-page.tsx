import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { CallError } from '#contract/call.ts'
import { Titled } from '#web/school/titled.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** What went wrong on the way to a page, and the ways on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, message, passing } = explained(error)
  const { revalidate, state } = useRevalidator()
  return (
    <section className="error-page">
      <Titled page={title} />
      <p className="edge-print">Frame lost</p>
      <h1 className="mt-4 font-display text-5xl sm:text-7xl">{title}</h1>
      <p className="mt-4 max-w-prose text-lg text-soft" role="alert">
        {message}
      </p>
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        {passing && (
          <Button look="outline" busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        )}
        <ButtonLink to="/">Back to homepage</ButtonLink>
      </div>
    </section>
  )
}

/** `passing`: it may go better a moment later. */
function explained(error: unknown): { title: string; message: string; passing: boolean } {
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data === 'string' && error.data ? error.data : error.statusText
    return { title: `${error.status} ${error.statusText}`, message, passing: error.status >= 500 }
  }
  const title = 'Something went wrong'
  if (error instanceof CallError) return { title, message: error.message, passing: true }
  return { title, message: error instanceof Error ? error.message : 'Please try again.', passing: true }
}
