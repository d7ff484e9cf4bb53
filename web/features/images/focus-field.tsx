import { type MouseEvent, useState } from 'react'
import { type FocalPoint, formatFocus, parseFocus, WHOLE } from '#contract/focus.ts'
import { parseImageUrl } from '#contract/image-url.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { toFocusAttributes } from '#web/ui/picture.tsx'

/** The point of an image that stays in view, as a part of a form. */
export interface FocalPointProps {
  /** `30% 60%`, blank for the middle, or `whole`. */
  value: string
  onChange: (focus: string) => void
  label?: string
  /** Lets the user show the image whole. */
  canBeWhole?: boolean
}

const LABEL = 'Focal point'

/** The whole image with a mark at its focal point, which a click moves. Its position is announced. */
export function FocalImage({
  src,
  alt,
  value,
  onChange,
  label = LABEL,
}: FocalPointProps & { src: string; alt: string }) {
  const own = parseImageUrl(src)
  const [announced, announce] = useState('')
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // A key presses the button without a place.
    if (detail === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const focus = formatFocus({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 })
    const { x, y } = parseFocus(focus)
    announce(`${label}: ${x} % from the left, ${y} % from the top`)
    onChange(focus)
  }
  return (
    <span className="focus-picture" {...toFocusAttributes(formatFocus(parseFocus(value)))}>
      <img src={src} srcSet={own?.webp} sizes="(width >= 48rem) 40rem, 100vw" alt={alt} />
      {value !== WHOLE && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Choose the ${label.toLowerCase()}`}
          className="focus-target"
          onClick={click}
        >
          <span className="focus-mark" />
        </button>
      )}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </span>
  )
}

/** The same choice by two sliders, which are folded at first, and whether the image is shown whole. */
export function FocusOptions({ value, onChange, label = LABEL, canBeWhole = false }: FocalPointProps) {
  const isWhole = value === WHOLE
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <details className="disclosure">
        <summary className="image-action">Focal point</summary>
        <div className="focus-field">
          <p className="text-sm text-soft">
            {isWhole
              ? 'A soft version of the picture fills the rest of its frame.'
              : 'Click the picture to move it. It stays in view where only a part of the picture fits.'}
          </p>
          {canBeWhole && (
            <CheckBox checked={isWhole} onChange={({ target }) => onChange(target.checked ? WHOLE : '')}>
              Show the whole picture, such as a panorama
            </CheckBox>
          )}
          {!isWhole && <Sliders point={parseFocus(value)} onChange={onChange} />}
        </div>
      </details>
    </fieldset>
  )
}

function Sliders({ point, onChange }: { point: FocalPoint; onChange: (focus: string) => void }) {
  return (
    <>
      <Slider label="From the left" value={point.x} onChange={(x) => onChange(formatFocus({ ...point, x }))} />
      <Slider label="From the top" value={point.y} onChange={(y) => onChange(formatFocus({ ...point, y }))} />
    </>
  )
}

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
}

function Slider({ label, value, onChange }: SliderProps) {
  return (
    <label className="focus-slider">
      <span className="text-sm">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value} %`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  )
}
