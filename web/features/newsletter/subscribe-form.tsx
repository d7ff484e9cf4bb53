import { type FormEvent, useId, useRef, useState } from 'react'
import { CallError } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const SENT = 'Please look into your mailbox: a letter with a link is on its way.'
const MISSING = 'Please write your e-mail address.'
const ILL_FORMED = 'Please write the address as name@example.org.'

/**
 * Asks for the newsletter at the foot of every page, so without a form library: the browser itself knows what an address is.
 * Checked on Subscribe, and from then on at every change.
 */
export function SubscribeForm() {
  const id = useId()
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !input.current) return
    const found = problemOf(input.current)
    setProblem(found)
    setSent(false)
    if (found) return input.current.focus()
    setBusy(true)
    try {
      await call(api.subscribeToNewsletter, { body: { email: input.current.value } })
      input.current.value = ''
      setSent(true)
    } catch (error) {
      setProblem(wordsFor(error))
    }
    setBusy(false)
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="min-w-0 content-start">
      <label htmlFor={id} className="field-label">
        Newsletter by e-mail
      </label>
      <div className="flex">
        <input
          ref={input}
          id={id}
          type="email"
          required
          maxLength={254}
          placeholder="email"
          autoComplete="email"
          className={`input min-w-0 grow ${problem ? 'input-error' : ''}`}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ currentTarget }) => problem && setProblem(problemOf(currentTarget))}
        />
        <Button type="submit" className="btn-waiting" disabled={!hydrated} busy={busy}>
          Subscribe
        </Button>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-error-ink text-sm">
          {problem}
        </p>
      )}
      <p role="status" className="mt-1.5 text-sm">
        {sent && SENT}
      </p>
    </form>
  )
}

function problemOf({ validity }: HTMLInputElement): string | null {
  if (validity.valueMissing) return MISSING
  return validity.valid ? null : ILL_FORMED
}

/** The school is a little stricter than browsers are about what an address is. */
function wordsFor(error: unknown): string {
  if (!(error instanceof CallError)) return 'That did not work. Please try again.'
  return error.statusCode === 400 ? ILL_FORMED : error.message
}
