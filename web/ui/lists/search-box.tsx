import { type FormEvent, useEffect, useId, useRef } from 'react'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'

interface SearchBoxProps {
  /** `Search payments` */
  label: string
  /** The columns that the search covers. */
  hint: string
  text: string
  busy: boolean
  onSearch: (text: string) => void
}

/** The search field. Its text is in the URL, so it follows Back and Forward. */
export function SearchBox({ label, hint, text, busy, onSearch }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
  }
  return (
    <search className="min-w-[min(16rem,100%)] flex-1">
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
            maxLength={MAX_NAME_LENGTH}
            defaultValue={text}
            placeholder={hint}
            className="input w-full"
          />
        </div>
        <Button look="outline" type="submit" busy={busy}>
          Search
        </Button>
      </form>
    </search>
  )
}
