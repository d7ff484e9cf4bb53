import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { MAX_CODE_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { checkoutPreviewQuery } from './checkout.query.ts'

/** The code of a checkout, once the server takes it. */
export interface Code {
  /** Null for none. */
  applied: string | null
  /** Why the last one was refused. */
  problem: string | null
  isBusy: boolean
  apply: (typed: string) => Promise<void>
  remove: () => Promise<void>
  /** Takes the code back, which the server no longer takes. */
  refuse: (reason: string) => void
}

/** The preview is read before the page shows it. */
const KEPT_MS = 60_000

/** The state of the code of a checkout of selected classes. */
export function useCode(cartIds: string[]): Code {
  const client = useQueryClient()
  const [applied, setApplied] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const refuse = useCallback((reason: string) => {
    setApplied(null)
    setProblem(reason)
  }, [])
  const show = (code: string | null) => async () => {
    setProblem(code === '' ? 'Enter a code.' : null)
    if (code === '') return
    try {
      await client.fetchQuery({ ...checkoutPreviewQuery(cartIds, code), gcTime: KEPT_MS, staleTime: 0 })
      setApplied(code)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null)
    }
  }
  return { applied, problem, isBusy, apply: (typed) => run(show(typed)), remove: () => run(show(null)), refuse }
}

/** The field for a code, or the code that is applied. The focus stays on it. */
export function CodeField({ code }: { code: Code }) {
  const { applied } = code
  const shown = useRef(applied)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown.current !== applied) container.current?.querySelector<HTMLElement>('input, button')?.focus()
    shown.current = applied
  }, [applied])
  return <div ref={container}>{applied === null ? <CodeForm code={code} /> : <AppliedCode code={code} />}</div>
}

function AppliedCode({ code: { applied, isBusy, remove } }: { code: Code }) {
  return (
    <div className="wrap-anywhere flex flex-wrap items-center justify-between gap-3">
      <p role="status">
        Code <strong className="font-medium">{applied}</strong> applied
      </p>
      <Button look="outline" className="btn-sm" busy={isBusy} onClick={remove}>
        Remove code
      </Button>
    </div>
  )
}

function CodeForm({ code: { problem, isBusy, apply } }: { code: Code }) {
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply(input.current?.value.trim() ?? '')
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-3">
      <Field
        ref={input}
        label="Code"
        error={problem ?? undefined}
        className="min-w-0 grow basis-40"
        maxLength={MAX_CODE_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button look="outline" type="submit" className="mt-7" busy={isBusy}>
        Apply
      </Button>
    </form>
  )
}
