import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LabeledLink } from '#contract/values/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { type LinkErrors, LinkRow } from './link-row.tsx'
import { useLinkRows } from './use-link-rows.ts'

interface LinksEditorProps {
  links: LabeledLink[]
  onChange: (links: LabeledLink[]) => void
  /** By the index of the link. */
  errors: { [index: number]: LinkErrors | undefined } | undefined
  readOnly: boolean
  /** The highest number of links. */
  max: number
}

/** Edits a list of links; buttons change their order. */
export function LinksEditor({ links, onChange, errors, readOnly, max }: LinksEditorProps) {
  const { rows, append, remove, change, complete, moveUp } = useLinkRows(links, onChange)
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const add = () => {
    flushSync(append)
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  const removeAt = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-2xl">Links</legend>
      {rows.length > 0 && (
        <ol ref={list} className="grid gap-4">
          {rows.map(({ key, link }, index) => (
            <LinkRow
              key={key}
              link={link}
              index={index}
              isLast={index === rows.length - 1}
              readOnly={readOnly}
              errors={errors?.[index]}
              onChange={(part) => change(index, part)}
              onBlurUrl={() => complete(index)}
              onMoveUp={moveUp}
              onRemove={() => removeAt(index)}
            />
          ))}
        </ol>
      )}
      <Button ref={addButton} look="outline" className="justify-self-start" disabled={rows.length >= max} onClick={add}>
        Add a link
      </Button>
    </fieldset>
  )
}
