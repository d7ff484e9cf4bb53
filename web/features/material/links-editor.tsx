import { useRef } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { useFieldArray } from 'react-hook-form/parts'
import type { Material } from '#contract/classes.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

const MOST_LINKS = 30

interface LinksEditorProps {
  control: Control<Material>
  register: UseFormRegister<Material>
  errors: FieldErrors<Material>['links']
  readOnly: boolean
}

/** Where students may read on: words and an address each, in an order that buttons change. */
export function LinksEditor({ control, register, errors, readOnly }: LinksEditorProps) {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'links' })
  const adding = useRef<HTMLButtonElement>(null)
  const take = (at: number) => {
    remove(at)
    adding.current?.focus()
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-2xl">Links</legend>
      {fields.length > 0 && (
        <ol className="grid gap-4">
          {fields.map(({ id }, at) => (
            <li key={id} className="link-row">
              <Field
                label={`Words of link ${at + 1}`}
                readOnly={readOnly}
                error={errors?.[at]?.words?.message}
                {...register(`links.${at}.words`)}
              />
              <Field
                label={`Address of link ${at + 1}`}
                type="url"
                inputMode="url"
                placeholder="https://"
                readOnly={readOnly}
                error={errors?.[at]?.address?.message}
                {...register(`links.${at}.address`)}
              />
              <div className="flex flex-wrap gap-1">
                <LinkButton words="Move up" at={at} disabled={at === 0} onClick={() => move(at, at - 1)} />
                <LinkButton
                  words="Move down"
                  at={at}
                  disabled={at === fields.length - 1}
                  onClick={() => move(at, at + 1)}
                />
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
        disabled={fields.length >= MOST_LINKS}
        onClick={() => append({ words: '', address: '' })}
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
