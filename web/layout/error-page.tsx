import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { CallError } from '#contract/call.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** The page of an error: what happened, and what the user can do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, message, canRetry } = describeError(error)
  const { revalidate, state } = useRevalidator()
  return (
    <section className="error-page">
      <PageTitle page={title} />
      <p className="film-frame" aria-hidden="true">
        <span>not exposed</span>
      </p>
      <h1 className="font-display text-5xl sm:text-7xl">{title}</h1>
      <p className="mt-4 max-w-prose text-lg text-soft" role="alert">
        {message}
      </p>
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        {canRetry && (
          <Button look="outline" busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        )}
        <ButtonLink to="/">Back to homepage</ButtonLink>
      </div>
    </section>
  )
}

function describeError(error: unknown): { title: string; message: string; canRetry: boolean } {
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data === 'string' && error.data ? error.data : error.statusText
    return { title: `${error.status} ${error.statusText}`, message, canRetry: error.status >= 500 }
  }
  const title = 'Something went wrong'
  if (error instanceof CallError) return { title, message: error.message, canRetry: true }
  return { title, message: error instanceof Error ? error.message : 'Try again.', canRetry: true }
}
