import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '#contract/call.ts'
import { Titled } from '#web/school/titled.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

const INCOMPLETE = 'This link is not complete. Please open it from the mail again, or subscribe anew below.'
const REFUSED = 'This link is not good any more. Please subscribe anew below.'

interface FollowedLinkProps {
  title: string
  /** The button's, which is there for whoever has no JavaScript. */
  button: string
  underWay: string
  done: string
  /** Takes the button's form, the token in the address, and leads back here with `?state=`. */
  action: string
  follow: (token: string) => Promise<unknown>
}

type Progress =
  | { is: 'asked' }
  | { is: 'under way' }
  | { is: 'done' }
  | { is: 'failed'; words: string; passing: boolean }

/**
 * The page that a link in a mail leads to. Fetching it does nothing, since mail scanners fetch every link; a browser goes on by
 * itself, and without JavaScript there is a button.
 */
export function FollowedLink({ title, button, underWay, done, action, follow }: FollowedLinkProps) {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [progress, setProgress] = useState(() => firstProgress(token, query.get('state')))

  const go = useCallback(async () => {
    if (!token) return
    setProgress({ is: 'under way' })
    setProgress(await outcomeOf(follow(token)))
  }, [token, follow])
  useEffect(() => void go(), [go])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void go()
  }
  return (
    <section className="account-room">
      <Titled page="Newsletter" />
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      {progress.is === 'asked' && (
        <form method="post" action={`${action}?token=${encodeURIComponent(token ?? '')}`} onSubmit={submit}>
          <Button type="submit" className="mt-8">
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
      <WaysOn progress={progress} again={go} />
    </section>
  )
}

function WaysOn({ progress, again }: { progress: Progress; again: () => void }): ReactNode {
  if (progress.is !== 'done' && progress.is !== 'failed') return null
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {progress.is === 'failed' && progress.passing && <Button onClick={again}>Try again</Button>}
      <ButtonLink look="outline" to="/classes">
        See the classes
      </ButtonLink>
    </div>
  )
}

function firstProgress(token: string | null, state: string | null): Progress {
  if (state === 'done') return { is: 'done' }
  if (state === 'failed') return { is: 'failed', words: REFUSED, passing: false }
  return token ? { is: 'asked' } : { is: 'failed', words: INCOMPLETE, passing: false }
}

/** Something that may pass is worth another try: no connection, or a fault of ours. */
async function outcomeOf(following: Promise<unknown>): Promise<Progress> {
  try {
    await following
    return { is: 'done' }
  } catch (error) {
    if (!(error instanceof CallError)) return { is: 'failed', words: 'That did not work.', passing: true }
    const passing = error.statusCode === 0 || error.statusCode >= 500
    return { is: 'failed', words: error.statusCode === 400 ? INCOMPLETE : error.message, passing }
  }
}
