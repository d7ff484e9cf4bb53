import type { KeyboardEventHandler } from 'react'
import { ArrowLeftIcon, ArrowRightIcon, Icon } from '#web/ui/icons.tsx'

interface HeroControlsProps {
  /** False until the slider can react to a click. */
  isReady: boolean
  isPlaying: boolean
  count: number
  /** The index of the shown slide, from 0. */
  selected: number
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  /** Handles the arrow keys while a control has the focus. */
  onKeyDown: KeyboardEventHandler
}

/** Comes before the slides in reading order, so that the autoplay can be stopped first. */
export function HeroControls({ isReady, isPlaying, count, selected, onToggle, onMove, onKeyDown }: HeroControlsProps) {
  return (
    <div className="hero-controls" onKeyDown={onKeyDown} role="toolbar" aria-label="Slides">
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={onToggle}
        aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <p className="edge-print tabular-nums" aria-hidden="true">
        {selected + 1} / {count}
      </p>
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={() => onMove(-1)}
        aria-label="Previous slide"
      >
        <ArrowLeftIcon />
      </button>
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={() => onMove(1)}
        aria-label="Next slide"
      >
        <ArrowRightIcon />
      </button>
    </div>
  )
}

const PauseIcon = () => (
  <Icon>
    <path d="M8.5 5v14M15.5 5v14" />
  </Icon>
)

const PlayIcon = () => (
  <Icon>
    <path d="m8 5 11 7-11 7Z" />
  </Icon>
)
