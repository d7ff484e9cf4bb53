import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addScheme } from '#contract/values/add-scheme.ts'
import type { LabeledLink } from '#contract/values/fields.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { appendRow, changeRow, type LinkRow, moveRowUp, removeRow, toRows } from './link-rows.ts'

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
            <LinkFields
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

let lastKey = 0
const createKey = () => ++lastKey

/** The links of a form as rows, and their changes. */
function useLinkRows(links: LabeledLink[], onChange: (links: LabeledLink[]) => void) {
  const [keys, setKeys] = useState<number[]>(() => links.map(createKey))
  const rows = toRows(links, keys)
  const setRows = (next: LinkRow[]) => {
    setKeys(next.map(({ key }) => key))
    onChange(next.map(({ link }) => link))
  }
  return {
    rows,
    append: () => setRows(appendRow(rows, createKey())),
    remove: (index: number) => setRows(removeRow(rows, index)),
    change: (index: number, change: Partial<LabeledLink>) => setRows(changeRow(rows, index, change)),
    /** Adds the scheme to a link whose address is complete except for it. */
    complete: (index: number) => {
      const typed = rows[index]?.link.address ?? ''
      const address = addScheme(typed.trim())
      if (address !== typed) setRows(changeRow(rows, index, { address }))
    },
    moveUp: (index: number) => setRows(moveRowUp(rows, index)),
  }
}

/** Errors of a link, by its parts. */
type LinkErrors = { [Part in keyof LabeledLink]?: { message?: string } | undefined }

interface LinkFieldsProps {
  link: LabeledLink
  index: number
  isLast: boolean
  readOnly: boolean
  errors: LinkErrors | undefined
  onChange: (part: Partial<LabeledLink>) => void
  onBlurUrl: () => void
  /** Moves the row at an index up by one. */
  onMoveUp: (index: number) => void
  onRemove: () => void
}

/** The fields of one link, and the buttons that move or remove it. */
function LinkFields({ link, readOnly, errors, onChange, onBlurUrl, ...actions }: LinkFieldsProps) {
  const { index } = actions
  return (
    <li className="link-row">
      <Field
        label={`Label of link ${index + 1}`}
        readOnly={readOnly}
        error={errors?.words?.message}
        value={link.words}
        onChange={({ target }) => onChange({ words: target.value })}
      />
      <Field
        label={`URL of link ${index + 1}`}
        type="url"
        inputMode="url"
        placeholder="https://"
        readOnly={readOnly}
        error={errors?.address?.message}
        value={link.address}
        onChange={({ target }) => onChange({ address: target.value })}
        onBlur={onBlurUrl}
      />
      <LinkActions {...actions} />
    </li>
  )
}

type LinkActionsProps = Pick<LinkFieldsProps, 'index' | 'isLast' | 'onMoveUp' | 'onRemove'>

function LinkActions({ index, isLast, onMoveUp, onRemove }: LinkActionsProps) {
  return (
    <div className="flex flex-wrap gap-1">
      <LinkButton label="Move up" index={index} disabled={index === 0} onClick={() => onMoveUp(index)} />
      <LinkButton label="Move down" index={index} disabled={isLast} onClick={() => onMoveUp(index + 1)} />
      <LinkButton label="Remove" index={index} onClick={onRemove} />
    </div>
  )
}

interface LinkButtonProps {
  label: string
  index: number
  disabled?: boolean
  onClick: () => void
}

function LinkButton({ label, index, disabled = false, onClick }: LinkButtonProps) {
  return (
    <Button look="ghost" className="btn-sm" disabled={disabled} onClick={onClick}>
      {label}
      <About>{`link ${index + 1}`}</About>
    </Button>
  )
}
