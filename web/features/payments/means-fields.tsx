import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { MAX_CODE_LENGTH } from '#contract/values/limits.ts'
import { toMajor, toMinor } from '#contract/values/money.ts'
import { creditQuery } from '#web/features/credit/credit.query.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { loadFromTab, storeInTab } from '#web/session/drafts/tab-storage.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { checkoutPreviewQuery, type Means } from './checkout.query.ts'

/** Means of payment beside the card, once the server takes them. */
export interface ChosenMeans extends Means {
  /** The server's reason to refuse the last code. */
  problem: string | null
  isBusy: boolean
  apply: (means: Partial<Means>) => Promise<void>
  /** Takes the codes back, which the server no longer takes. */
  refuse: (reason: string) => void
  /** Removes what is stored once it is paid: who has the code of a voucher can spend the rest of it. */
  forget: () => void
}

/** The preview is read before the page shows it. */
const KEPT_MS = 60_000

/** The state of what pays for selected classes beside the card. It outlasts a reload. */
export function useMeans(cartIds: string[]): ChosenMeans {
  const client = useQueryClient()
  const name = cartIds.join()
  const [means, setMeans] = useState(() => loadMeans(name))
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  useEffect(() => storeMeans(name, means), [name, means])
  const forget = useCallback(() => storeMeans(name, NONE), [name])
  const refuse = useCallback((reason: string) => {
    setMeans((before) => ({ ...before, codes: [] }))
    setProblem(reason)
  }, [])
  const show = async (next: Means) => {
    setProblem(next.codes.includes('') ? 'Enter a code.' : null)
    if (next.codes.includes('')) return
    try {
      await client.fetchQuery({ ...checkoutPreviewQuery(cartIds, next), gcTime: KEPT_MS, staleTime: 0 })
      setMeans(next)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null)
    }
  }
  const apply = (change: Partial<Means>) => run(() => show({ ...means, ...change }))
  return { ...means, problem, isBusy, apply, refuse, forget }
}

/** The codes that are applied, the folded field for another one, and the choice of credit where there is some. The focus stays on them. */
export function MeansFields({ means }: { means: ChosenMeans }) {
  const { codes } = means
  const shown = useRef(codes)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown.current !== codes) container.current?.querySelector<HTMLElement>('summary, button')?.focus()
    shown.current = codes
  }, [codes])
  return (
    <div className="grid gap-4">
      <div ref={container} className="grid gap-4">
        {codes.map((code) => (
          <AppliedCode key={code} code={code} means={means} />
        ))}
        <details className="disclosure" open={means.problem !== null}>
          <summary>I have {codes.length === 0 ? 'a code' : 'another code'}</summary>
          <CodeForm key={codes.join()} means={means} />
        </details>
      </div>
      <CreditChoice means={means} />
    </div>
  )
}

/** Offers all credit, also that of open checkouts: this page's gives way to its next one. It keeps the focus while it is applied. */
export function CreditChoice({
  means: { usesCredit, isBusy, apply },
}: {
  means: Pick<ChosenMeans, 'usesCredit' | 'isBusy'> & {
    apply: (means: { usesCredit: boolean }) => Promise<void> | void
  }
}) {
  const { data: credit } = useQuery(creditQuery)
  const { currency } = useSchool()
  const [balance = 0, reserved = 0] = [credit?.balance, credit?.reserved].map((amount) =>
    toMinor(amount ?? 0, currency),
  )
  const all = (balance ?? 0) + (reserved ?? 0)
  if (all === 0) return null
  return (
    <CheckBox
      checked={usesCredit}
      aria-disabled={isBusy || undefined}
      onChange={({ target }) => !isBusy && void apply({ usesCredit: target.checked })}
    >
      Use my credit (<Price amount={toMajor(all, currency)} />)
    </CheckBox>
  )
}

function AppliedCode({ code, means: { codes, isBusy, apply } }: { code: string; means: ChosenMeans }) {
  return (
    <div className="wrap-anywhere flex flex-wrap items-center justify-between gap-3">
      <p role="status">
        Code <strong className="font-medium">{code}</strong> applied
      </p>
      <Button
        look="outline"
        className="btn-sm"
        busy={isBusy}
        onClick={() => apply({ codes: codes.filter((other) => other !== code) })}
      >
        Remove code
        {codes.length > 1 && <About>{code}</About>}
      </Button>
    </div>
  )
}

function CodeForm({ means: { codes, problem, isBusy, apply } }: { means: ChosenMeans }) {
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value.trim() ?? ''
    // The server knows codes that differ in case, spaces and hyphens only.
    const others = codes.filter((code) => code !== typed)
    void apply({ codes: [...others, typed] })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-start gap-x-3">
      <Field
        ref={input}
        label={codes.length === 0 ? 'Code' : 'Another code'}
        error={problem ?? undefined}
        className="min-w-0 grow basis-40"
        maxLength={MAX_CODE_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ApplyButton isBusy={isBusy} />
    </form>
  )
}

function ApplyButton({ isBusy }: { isBusy: boolean }) {
  return (
    <Button look="outline" type="submit" className="mt-6.5" busy={isBusy}>
      Apply
    </Button>
  )
}

const toKey = (name: string) => `means: ${name}`

/** Returns what is stored for a checkout. @param name of the selected classes */
function loadMeans(name: string): Means {
  const { codes, usesCredit } = loadFromTab(toKey(name)) ?? {}
  const isList = Array.isArray(codes) && codes.every((code) => typeof code === 'string' && code !== '')
  return { codes: isList ? codes : [], usesCredit: usesCredit === true }
}

function storeMeans(name: string, means: Means): void {
  storeInTab(toKey(name), means.codes.length > 0 || means.usesCredit ? means : null)
}

/** Nothing beside the card. */
const NONE: Means = { codes: [], usesCredit: false }
