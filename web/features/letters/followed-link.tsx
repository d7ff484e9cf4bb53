import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '#contract/call.ts'
import { Titled } from '#web/school/titled.tsx'
import { Refusal } from '#web/session/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

interface FollowedLinkProps {
  title: string
  /** The button's, which the browser presses by itself where it has JavaScript. */
  button: string
  underWay: string
  done: string
  /** What to do where the link is not whole. */
  incomplete: string
  /** What to do where the link is not good any more, if `follow` has no words for it. */
  refused: string
  /** Where there is one, whoever has no JavaScript may press the button: takes its form, the token in the address, and leads back here with `?state=`. */
  action?: string
  follow: (token: string) => Promise<unknown>
  /** The ways on from here. */
  children: ReactNode
}

type Progress =
  | { is: 'asked' }
  | { is: 'under way' }
  | { is: 'done' }
  | { is: 'failed'; words: string; passing: boolean }

/**
 * The page that a link in a letter leads to. Fetching it does nothing, since mail scanners fetch every link; a browser goes on by
 * itself.
 */
export function FollowedLink(props: FollowedLinkProps) {
  const { title, button, underWay, done, incomplete, refused, action, follow } = props
  const [query] = useSearchParams()
  const token = query.get('token')
  const [progress, setProgress] = useState<Progress>(() => {
    const state = query.get('state')
    if (state === 'done') return { is: 'done' }
    if (state === 'failed') return { is: 'failed', words: refused, passing: false }
    return token ? { is: 'asked' } : { is: 'failed', words: incomplete, passing: false }
  })
  const hydrated = useHydrated()

  const go = useCallback(async () => {
    if (!token) return
    setProgress({ is: 'under way' })
    setProgress(await outcomeOf(follow(token), incomplete))
  }, [token, follow, incomplete])
  const gone = useRef(false)
  useEffect(() => {
    // A link may be good only once, and React runs effects twice while one develops.
    if (!gone.current) void go()
    gone.current = true
  }, [go])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void go()
  }
  return (
    <section className="account-room">
      <Titled page={title} />
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      {progress.is === 'asked' && (
        <form method="post" action={action && `${action}?token=${encodeURIComponent(token ?? '')}`} onSubmit={submit}>
          <Button type="submit" className="mt-8" disabled={!action && !hydrated}>
            {button}
          </Button>
        </form>
      )}
      {progress.is === 'failed' ? (
        <p role="alert" className="mt-6 text-error-ink">
          {progress.words}
        </p>
      ) : (
        <p role="status" className="mt-6">
          {progress.is === 'under way' && underWay}
          {progress.is === 'done' && done}
        </p>
      )}
      {(progress.is === 'done' || progress.is === 'failed') && (
        <div className="mt-8 flex flex-wrap gap-3">
          {progress.is === 'failed' && progress.passing && <Button onClick={go}>Try again</Button>}
          {props.children}
        </div>
      )}
    </section>
  )
}

/** Something that may pass is worth another try: no connection, or a fault of ours. */
async function outcomeOf(following: Promise<unknown>, incomplete: string): Promise<Progress> {
  try {
    await following
    return { is: 'done' }
  } catch (error) {
    if (error instanceof Refusal) return { is: 'failed', words: error.message, passing: false }
    if (!(error instanceof CallError)) return { is: 'failed', words: 'That did not work.', passing: true }
    const passing = error.statusCode === 0 || error.statusCode >= 500
    return { is: 'failed', words: error.statusCode === 400 ? incomplete : error.message, passing }
  }
}
