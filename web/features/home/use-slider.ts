import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { SlideMotion } from './slide-motion.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Duration of a slide, in milliseconds. Its text takes three seconds to appear. */
const SLIDE_MS = 7000

export interface Slider {
  viewport: RefObject<HTMLDivElement | null>
  /** False in the served HTML, where the slider cannot move yet. */
  isReady: boolean
  /** The index of the shown slide, from 0. */
  selected: number
  /** True if it has left the slide that the page came with, which shows without animations. */
  hasMoved: boolean
  isPlaying: boolean
  toggle: () => void
  move: (by: 1 | -1) => void
}

const START = { position: 0, hasMoved: false }

/** The slider's state. With reduced motion, autoplay is off until the visitor starts it. */
export function useSlider(count: number): Slider {
  const viewport = useRef<HTMLDivElement>(null)
  const motion = useRef<SlideMotion>(null)
  const isReady = useHydrated()
  const isMotionReduced = useReducedMotion()
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const isPlaying = choice ? choice === 'play' : !isMotionReduced
  const [{ position, hasMoved }, goTo] = useReducer(
    (_: typeof START, position: number) => ({ position, hasMoved: true }),
    START,
  )

  useEffect(() => {
    if (!viewport.current) return
    motion.current = new SlideMotion(viewport.current, goTo)
    // A script of web/layout/theme.ts has marked a swipe that came before this code.
    const { swiped } = viewport.current.dataset
    if (swiped) goTo(Number(swiped))
    return () => motion.current?.stop()
  }, [])
  // After each render, because the slides may be others.
  useEffect(() => motion.current?.glideTo(position, isMotionReduced))

  // Each slide has its whole time, also after a click.
  useEffect(() => {
    if (!isPlaying || count < 2) return
    const timer = setInterval(() => motion.current?.isInUse() || goTo(position + 1), SLIDE_MS)
    return () => clearInterval(timer)
  }, [isPlaying, count, position])

  return {
    viewport,
    isReady,
    selected: ((position % count) + count) % count,
    hasMoved,
    isPlaying,
    toggle: () => setChoice(isPlaying ? 'pause' : 'play'),
    move: (by) => count > 1 && goTo(position + by),
  }
}
