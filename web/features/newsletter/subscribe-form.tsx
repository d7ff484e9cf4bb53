import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react'
import { CallError } from '#contract/call.ts'
import { MAX_EMAIL_LENGTH } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field-error.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const SENT = "Check your inbox: we've e-mailed you a link."
const MISSING = 'Enter your e-mail address.'
const INVALID = 'Enter an e-mail address like name@example.org.'

/**
 * The newsletter form in the footer. It uses the browser's own e-mail check, since every page would load a form library.
 * The check runs on Subscribe, and afterwards on every change.
 */
export function SubscribeForm() {
  const id = useId()
  const hydrated = useHydrated()
  const { input, busy, problem, isSent, submit, recheck } = useSubscription()
  return (
    <form method="post" noValidate onSubmit={submit} className="min-w-0 content-start">
      <label htmlFor={id} className="field-label">
        Newsletter by e-mail
      </label>
      <div className="flex flex-wrap">
        <EmailInput ref={input} id={id} problemId={problem ? `${id}-problem` : undefined} onChange={recheck} />
        <Button look="outline" type="submit" className="btn-waiting" disabled={!hydrated} busy={busy}>
          Subscribe
        </Button>
      </div>
      <FieldError id={`${id}-problem`} error={problem} />
      <p role="status" className="mt-1.5 text-sm">
        {isSent && SENT}
      </p>
    </form>
  )
}

/** The state of the form. `recheck` updates a problem that is shown. */
function useSubscription() {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSent, setIsSent] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !input.current) return
    const invalid = findProblem(input.current)
    setProblem(invalid)
    setIsSent(false)
    if (invalid) return input.current.focus()
    setBusy(true)
    try {
      await call(api.subscribeToNewsletter, { body: { email: input.current.value } })
      input.current.value = ''
      setIsSent(true)
    } catch (error) {
      setProblem(toMessage(error))
    }
    setBusy(false)
  }

  const recheck = () => {
    if (problem && input.current) setProblem(findProblem(input.current))
  }
  return { input, busy, problem, isSent, submit, recheck }
}

interface EmailInputProps extends ComponentProps<'input'> {
  /** The id of the problem's text, if there is one. */
  problemId: string | undefined
}

function EmailInput({ problemId, ...input }: EmailInputProps) {
  return (
    <input
      type="email"
      required
      maxLength={MAX_EMAIL_LENGTH}
      placeholder="email"
      autoComplete="email"
      className={`input min-w-0 grow basis-28 ${problemId ? 'input-error' : ''}`}
      aria-invalid={Boolean(problemId)}
      aria-describedby={problemId}
      {...input}
    />
  )
}

function findProblem({ validity }: HTMLInputElement): string | null {
  if (validity.valueMissing) return MISSING
  return validity.valid ? null : INVALID
}

/** The server's e-mail check is stricter than the browser's. */
function toMessage(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something went wrong. Try again.'
  return error.statusCode === 400 ? INVALID : error.message
}
