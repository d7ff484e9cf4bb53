import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { MAX_CODE_LENGTH } from '#contract/values/limits.ts'
import { creditQuery } from '#web/features/credit/credit.query.ts'
import { Price } from '#web/school/price.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { checkoutPreviewQuery, type Means } from './checkout.query.ts'

/** What pays beside the card, once the server takes it. */
export interface ChosenMeans extends Means {
  /** Why the last code was refused. */
  problem: string | null
  isBusy: boolean
  apply: (means: Partial<Means>) => Promise<void>
  /** Takes the code back, which the server no longer takes. */
  refuse: (reason: string) => void
}

/** The preview is read before the page shows it. */
const KEPT_MS = 60_000

/** The state of what pays for selected classes beside the card. */
export function useMeans(cartIds: string[]): ChosenMeans {
  const client = useQueryClient()
  const [means, setMeans] = useState<Means>({ code: null, usesCredit: false })
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const refuse = useCallback((reason: string) => {
    setMeans((before) => ({ ...before, code: null }))
    setProblem(reason)
  }, [])
  const show = async (next: Means) => {
    setProblem(next.code === '' ? 'Enter a code.' : null)
    if (next.code === '') return
    try {
      await client.fetchQuery({ ...checkoutPreviewQuery(cartIds, next), gcTime: KEPT_MS, staleTime: 0 })
      setMeans(next)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null)
    }
  }
  return { ...means, problem, isBusy, apply: (change) => run(() => show({ ...means, ...change })), refuse }
}

/** The field for a code, or the code that is applied, and the choice of credit where there is some. The focus stays on them. */
export function MeansFields({ means }: { means: ChosenMeans }) {
  const { code } = means
  const shown = useRef(code)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown.current !== code) container.current?.querySelector<HTMLElement>('input, button')?.focus()
    shown.current = code
  }, [code])
  return (
    <div className="grid gap-4">
      <div ref={container}>{code === null ? <CodeForm means={means} /> : <AppliedCode means={means} />}</div>
      <CreditChoice means={means} />
    </div>
  )
}

function CreditChoice({ means: { usesCredit, isBusy, apply } }: { means: ChosenMeans }) {
  const { data: credit } = useQuery(creditQuery)
  if (!credit || credit.balance + credit.reserved === 0) return null
  return (
    <CheckBox
      checked={usesCredit}
      disabled={isBusy}
      onChange={({ target }) => void apply({ usesCredit: target.checked })}
    >
      Use my credit (<Price amount={credit.balance} />)
    </CheckBox>
  )
}

function AppliedCode({ means: { code, isBusy, apply } }: { means: ChosenMeans }) {
  return (
    <div className="wrap-anywhere flex flex-wrap items-center justify-between gap-3">
      <p role="status">
        Code <strong className="font-medium">{code}</strong> applied
      </p>
      <Button look="outline" className="btn-sm" busy={isBusy} onClick={() => apply({ code: null })}>
        Remove code
      </Button>
    </div>
  )
}

function CodeForm({ means: { problem, isBusy, apply } }: { means: ChosenMeans }) {
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply({ code: input.current?.value.trim() ?? '' })
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
