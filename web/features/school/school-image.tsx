import { useRef } from 'react'
import { ImageField } from '#web/features/images/image-field.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ImageName } from './school-draft.ts'
import { Hint } from './school-field.tsx'
import type { PartProps } from './use-school-form.ts'

interface SchoolImageProps extends PartProps {
  field: ImageName
  label: string
  hint: string
}

/** An image of the school, which an admin replaces or removes. */
export function SchoolImage({ form, base, field, label, hint }: SchoolImageProps) {
  const input = useRef<HTMLInputElement>(null)
  const draft = form.watch(field)
  const isRemoved = draft === 'remove'
  const stored = base[field]
  const set = (value: typeof draft) => form.setValue(field, value, { shouldDirty: true })
  return (
    <div className="image-whole">
      <ImageField
        label={label}
        value={isRemoved ? null : draft}
        onChange={set}
        currentUrl={isRemoved ? undefined : (stored ?? undefined)}
        ref={input}
      />
      <Hint>{hint}</Hint>
      {stored && (draft === null || isRemoved) && (
        <Button look="ghost" className="btn-sm -ms-3 mt-1" onClick={() => set(isRemoved ? null : 'remove')}>
          {isRemoved ? `Keep the ${field}` : `Remove the ${field}`}
        </Button>
      )}
    </div>
  )
}
