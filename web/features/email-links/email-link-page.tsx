import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#web/school/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { type LinkOutcome, toLinkOutcome } from './link-outcome.ts'

interface EmailLinkPageProps {
  title: string
  /** Effect of the button, where its name does not say all. */
  explanation?: string
  button: string
  pendingMessage: string
  doneMessage: string
  /** Explains a link that is incomplete, used or expired, and how to get a new one. */
  invalidMessage: string
  /** The form action without JavaScript: takes the token in the URL, and redirects to this page with `?state=`. */
  action?: string
  submitToken: (token: string) => Promise<unknown>
  /** Links to continue with. */
  children: ReactNode
}

type Progress = { step: 'ready' } | { step: 'pending' } | LinkOutcome

/** The page of an e-mailed link. A person presses the button: mail scanners open every link, and some run scripts. */
export function EmailLinkPage(props: EmailLinkPageProps) {
  const { title, children } = props
  const { token, progress, submit } = useEmailLink(props)
  return (
    <section className="auth-layout">
      <PageTitle page={title} />
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      {progress.step === 'ready' && <TokenForm {...props} token={token} onSubmit={submit} />}
      <ProgressMessage {...props} progress={progress} />
      {(progress.step === 'done' || progress.step === 'failed') && (
        <div className="mt-8 flex flex-wrap gap-3">
          {progress.step === 'failed' && progress.canRetry && <Button onClick={submit}>Try again</Button>}
          {children}
        </div>
      )}
    </section>
  )
}

interface ProgressMessageProps extends Pick<EmailLinkPageProps, 'pendingMessage' | 'doneMessage'> {
  progress: Progress
}

function ProgressMessage({ progress, pendingMessage, doneMessage }: ProgressMessageProps) {
  if (progress.step === 'failed')
    return (
      <p role="alert" className="mt-6 text-error-ink">
        {progress.message}
      </p>
    )
  return (
    <p role="status" className="mt-6">
      {progress.step === 'pending' && pendingMessage}
      {progress.step === 'done' && doneMessage}
    </p>
  )
}

function useEmailLink({ invalidMessage, submitToken }: EmailLinkPageProps) {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [progress, setProgress] = useState(() => initialProgress(query, invalidMessage))
  const submit = async () => {
    if (!token) return
    setProgress({ step: 'pending' })
    setProgress(await toLinkOutcome(submitToken(token), invalidMessage))
  }
  return { token, progress, submit }
}

function initialProgress(query: URLSearchParams, invalidMessage: string): Progress {
  const state = query.get('state')
  if (state === 'done') return { step: 'done' }
  if (state !== 'failed' && query.get('token')) return { step: 'ready' }
  return { step: 'failed', message: invalidMessage, canRetry: false }
}

interface TokenFormProps extends Pick<EmailLinkPageProps, 'action' | 'button' | 'explanation'> {
  token: string | null
  onSubmit: () => void
}

function TokenForm({ action, button, explanation, token, onSubmit }: TokenFormProps) {
  const isHydrated = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form method="post" action={action && `${action}?token=${encodeURIComponent(token ?? '')}`} onSubmit={submit}>
      {explanation && <p className="mt-6 text-soft">{explanation}</p>}
      <Button type="submit" className="mt-8" disabled={!action && !isHydrated}>
        {button}
      </Button>
    </form>
  )
}
