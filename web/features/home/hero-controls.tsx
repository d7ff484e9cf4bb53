import type { KeyboardEventHandler } from 'react'
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#web/ui/icons.tsx'

interface HeroControlsProps {
  /** Until then, a press would be lost. */
  ready: boolean
  playing: boolean
  count: number
  /** From 0. */
  selected: number
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  /** The arrow keys work while one of the controls has the focus. */
  onKeyDown: KeyboardEventHandler
}

/** Before the slides in reading order, so that what moves can be stopped before it is met. */
export function HeroControls({ ready, playing, count, selected, onToggle, onMove, onKeyDown }: HeroControlsProps) {
  return (
    <div className="hero-controls" onKeyDown={onKeyDown} role="toolbar" aria-label="Slides">
      <button
        type="button"
        className="hero-control"
        disabled={!ready}
        onClick={onToggle}
        aria-label={playing ? 'Pause slides' : 'Play slides'}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <p className="edge-print tabular-nums" aria-hidden="true">
        {selected + 1} / {count}
      </p>
      <button
        type="button"
        className="hero-control"
        disabled={!ready}
        onClick={() => onMove(-1)}
        aria-label="Previous slide"
      >
        <ArrowLeftIcon />
      </button>
      <button
        type="button"
        className="hero-control"
        disabled={!ready}
        onClick={() => onMove(1)}
        aria-label="Next slide"
      >
        <ArrowRightIcon />
      </button>
    </div>
  )
}
