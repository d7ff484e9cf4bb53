import { type FormEvent, useId } from 'react'
import { Button } from '#web/ui/button.tsx'

interface SearchFormProps {
  words: string
  busy: boolean
  onSearch: (words: string) => void
}

/** Looks for payments by whatever an admin knows of them. */
export function SearchForm({ words, busy, onSearch }: SearchFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-64 flex-1">
          <label htmlFor={id} className="field-label">
            Search payments
          </label>
          <input
            id={id}
            key={words}
            name="q"
            type="search"
            maxLength={200}
            defaultValue={words}
            placeholder="Name, e-mail, class, transaction or receipt number"
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
