import { type ReactNode, useRef } from 'react'
import { About } from '#web/ui/button.tsx'
import type { FocalPointProps } from './focus-field.tsx'
import type { ImageDraft } from './image-draft.ts'
import { ImageField } from './image-field.tsx'

interface OptionalImageProps {
  label: string
  hint?: ReactNode
  value: ImageDraft
  onChange: (value: ImageDraft) => void
  /** The URL of the stored image. */
  stored: string | null
  theme?: 'light' | 'dark'
  namesFormats?: boolean
  focal?: FocalPointProps
  /** Further fields of the image. */
  children?: ReactNode
}

/** An image that the user may also remove. */
export function OptionalImage(props: OptionalImageProps) {
  const { label, hint, value, onChange, stored, children, ...options } = props
  const input = useRef<HTMLInputElement>(null)
  const isRemoved = value === 'remove'
  return (
    <div className="image-whole">
      <ImageField
        {...options}
        label={label}
        value={isRemoved ? null : value}
        onChange={onChange}
        currentUrl={isRemoved ? undefined : (stored ?? undefined)}
        ref={input}
      >
        {hint && <p className="text-sm text-soft">{hint}</p>}
        {stored && (value === null || isRemoved) && (
          <button type="button" className="image-action link" onClick={() => onChange(isRemoved ? null : 'remove')}>
            {isRemoved ? 'Keep' : 'Remove'}
            <About>{`the ${label.toLowerCase()}`}</About>
          </button>
        )}
        {children}
      </ImageField>
    </div>
  )
}
