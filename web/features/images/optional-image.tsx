import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ImageDraft } from './image-draft.ts'
import { ImageField } from './image-field.tsx'

interface OptionalImageProps {
  label: string
  hint: ReactNode
  value: ImageDraft
  onChange: (value: ImageDraft) => void
  /** The URL of the stored image. */
  stored: string | null
  theme?: 'light' | 'dark'
  focus?: string
}

/** An image that the user may also remove. */
export function OptionalImage({ label, hint, value, onChange, stored, theme, focus }: OptionalImageProps) {
  const input = useRef<HTMLInputElement>(null)
  const isRemoved = value === 'remove'
  const noun = label.toLowerCase()
  return (
    <div className="image-whole">
      <ImageField
        label={label}
        value={isRemoved ? null : value}
        onChange={onChange}
        currentUrl={isRemoved ? undefined : (stored ?? undefined)}
        theme={theme}
        focus={focus}
        ref={input}
      />
      <p className="mt-1.5 text-sm text-soft">{hint}</p>
      {stored && (value === null || isRemoved) && (
        <Button look="ghost" className="btn-sm -ms-3 mt-1" onClick={() => onChange(isRemoved ? null : 'remove')}>
          {isRemoved ? `Keep the ${noun}` : `Remove the ${noun}`}
        </Button>
      )}
    </div>
  )
}
