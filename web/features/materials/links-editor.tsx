import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { Material } from '#contract/materials.ts'
import { MAX_MATERIAL_LINKS } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkRow } from './link-row.tsx'
import { useLinkRows } from './use-link-rows.ts'

/** Edits the links of a class's material; buttons change their order. */
export function LinksEditor({ form }: { form: UseFormReturn<Material> }) {
  const { rows, append, remove, change, complete, moveUp } = useLinkRows(form)
  const { errors, isSubmitting: readOnly } = form.formState
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
              errors={errors.links?.[index]}
              onChange={(part) => change(index, part)}
              onBlurUrl={() => complete(index)}
              onMoveUp={moveUp}
              onRemove={() => removeAt(index)}
            />
          ))}
        </ol>
      )}
      <Button
        ref={addButton}
        look="outline"
        className="justify-self-start"
        disabled={rows.length >= MAX_MATERIAL_LINKS}
        onClick={add}
      >
        Add a link
      </Button>
    </fieldset>
  )
}
