import { type MouseEvent, useId } from 'react'
import { type FocalPoint, formatFocus, parseFocus, WHOLE } from '#contract/focus.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { toFocusAttributes } from '#web/ui/picture.tsx'

interface FocusFieldProps {
  /** The URL of the whole image; null for none. */
  src: string | null
  /** `30% 60%`, blank for the middle, or `whole`. */
  value: string
  onChange: (focus: string) => void
  label?: string
  /** Lets the user show it whole. */
  canBeWhole?: boolean
}

const HINT = 'Stays in view where only a part of the picture fits. Click it in the picture, or move the sliders.'
const HINT_OF_WHOLE = 'A soft version of the picture fills the rest of its frame.'

/** The point of an image that stays in view, set by a click, or by two sliders. */
export function FocusField({ src, value, onChange, label = 'Focal point', canBeWhole = false }: FocusFieldProps) {
  const id = useId()
  if (!src) return null
  const isWhole = value === WHOLE
  return (
    <fieldset className="focus-field" aria-describedby={id}>
      <legend className="field-label">{label}</legend>
      {canBeWhole && (
        <CheckBox checked={isWhole} onChange={({ target }) => onChange(target.checked ? WHOLE : '')}>
          Show the whole picture, such as a panorama
        </CheckBox>
      )}
      <p id={id} className="text-sm text-soft">
        {isWhole ? HINT_OF_WHOLE : HINT}
      </p>
      {!isWhole && <PointFields src={src} value={value} onChange={onChange} />}
    </fieldset>
  )
}

function PointFields({ src, value, onChange }: { src: string; value: string; onChange: (focus: string) => void }) {
  const point = parseFocus(value)
  return (
    <>
      <Target src={src} point={point} onChoose={onChange} />
      <Slider label="From the left" value={point.x} onChange={(x) => onChange(formatFocus({ ...point, x }))} />
      <Slider label="From the top" value={point.y} onChange={(y) => onChange(formatFocus({ ...point, y }))} />
    </>
  )
}

interface TargetProps {
  src: string
  point: FocalPoint
  onChoose: (focus: string) => void
}

/** The whole image with a mark at the point. */
function Target({ src, point, onChoose }: TargetProps) {
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // A key presses the button without a place.
    if (detail === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChoose(formatFocus({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }))
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Choose the focal point"
      className="focus-picture"
      onClick={click}
      {...toFocusAttributes(formatFocus(point))}
    >
      <img src={src} alt="" />
      <span className="focus-mark" />
    </button>
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
