import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { Material } from '#contract/classes.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useLinkRows } from './use-link-rows.ts'

const MOST_LINKS = 30

/** Where students may read on: words and an address each, in an order that buttons change. */
export function LinksEditor({ form }: { form: UseFormReturn<Material> }) {
  const { rows, append, remove, change, raise } = useLinkRows(form)
  const { errors, isSubmitting: readOnly } = form.formState
  const adding = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const add = () => {
    flushSync(append)
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  const take = (at: number) => {
    remove(at)
    adding.current?.focus()
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-2xl">Links</legend>
      {rows.length > 0 && (
        <ol ref={list} className="grid gap-4">
          {rows.map(({ key, link }, at) => (
            <li key={key} className="link-row">
              <Field
                label={`Words of link ${at + 1}`}
                readOnly={readOnly}
                error={errors.links?.[at]?.words?.message}
                value={link.words}
                onChange={({ target }) => change(at, { words: target.value })}
              />
              <Field
                label={`Address of link ${at + 1}`}
                type="url"
                inputMode="url"
                placeholder="https://"
                readOnly={readOnly}
                error={errors.links?.[at]?.address?.message}
                value={link.address}
                onChange={({ target }) => change(at, { address: target.value })}
              />
              <div className="flex flex-wrap gap-1">
                <LinkButton words="Move up" at={at} disabled={at === 0} onClick={() => raise(at)} />
                <LinkButton words="Move down" at={at} disabled={at === rows.length - 1} onClick={() => raise(at + 1)} />
                <LinkButton words="Remove" at={at} onClick={() => take(at)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <Button
        ref={adding}
        look="outline"
        className="justify-self-start"
        disabled={rows.length >= MOST_LINKS}
        onClick={add}
      >
        Add a link
      </Button>
    </fieldset>
  )
}

interface LinkButtonProps {
  words: string
  at: number
  disabled?: boolean
  onClick: () => void
}

function LinkButton({ words, at, disabled = false, onClick }: LinkButtonProps) {
  return (
    <Button look="ghost" className="btn-sm" disabled={disabled} onClick={onClick}>
      {words}
      <About>{`link ${at + 1}`}</About>
    </Button>
  )
}
