import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

interface SearchBoxProps {
  /** `Search payments` */
  label: string
  /** What it is looked for in. */
  hint: string
  words: string
  busy: boolean
  onSearch: (words: string) => void
}

/** A field for words to look for; the address has them, so they follow it back and forth. */
export function SearchBox({ label, hint, words, busy, onSearch }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = words
  }, [words])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
  }
  return (
    <search className="min-w-64 flex-1">
      <form onSubmit={submit} className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="field-label">
            {label}
          </label>
          <input
            ref={input}
            id={id}
            name="q"
            type="search"
            maxLength={200}
            defaultValue={words}
            placeholder={hint}
            className="input w-full"
          />
        </div>
        <Button type="submit" busy={busy}>
          Search
        </Button>
      </form>
    </search>
  )
}
