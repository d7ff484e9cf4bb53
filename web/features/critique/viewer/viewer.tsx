import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { PictureVersion } from '#contract/critique.ts'
import type { Geometry } from '#contract/remark-geometry.ts'
import { EyeIcon, EyeOffIcon } from '#web/ui/icons.tsx'
import { type Arrangement, arrangeMarks, findMark, groupMarks, type Mark } from './arrange.ts'
import { drawAround, drawGeometry, type Tool } from './draw.ts'
import { Marks } from './marks.tsx'
import { usePictureSource } from './picture-source.ts'
import { useKeys } from './use-keys.ts'
import { useViewport } from './use-viewport.ts'
import { FullScreenIcon, listActions, type Surround, type ViewerAction, ViewerTools } from './viewer-tools.tsx'
import type { Viewport } from './viewport.ts'

interface ViewerProps {
  version: PictureVersion
  /** Another version to compare with; null for none. */
  other: PictureVersion | null
  /** Alternative text of the picture. */
  alt: string
  marks: readonly Mark[]
  /** The mark that is being drawn. */
  draft: Mark | null
  selected: string | null
  onSelect: (id: string | null) => void
  /** Null for looking. */
  tool: Tool | null
  onDraw: (geometry: Geometry | null) => void
  onDrawn: (geometry: Geometry) => void
  /** The picture is shown, or its file could not be loaded. */
  onSettled: () => void
  /** A file could not be loaded. */
  onLost: () => void
  /** Above the picture, before the tools of the viewer. */
  children?: ReactNode
}

/** A picture to look at closely, with marks over it. Every gesture has a key and a button. */
export function Viewer(props: ViewerProps) {
  const { version, other, alt, tool, marks, selected, children } = props
  const root = useRef<HTMLElement>(null)
  const [hasMarks, setMarks] = useState(true)
  const [surround, setSurround] = useState<Surround>('middle')
  const [split, setSplit] = useState(50)
  const { listener, finish } = useMarking(props, (at, place) => {
    const found = hasMarks && arranged && area ? findMark(arranged, at, area, tool === 'pin') : null
    if (found?.isCluster) viewport?.zoomBy(2, place)
    return found?.id ?? null
  })
  const { frame, stage, area, viewport } = useViewport(version, listener)
  const { width = 0, height = 0 } = area ?? {}
  const groups = useMemo(() => groupMarks(marks, { width, height }, selected), [marks, width, height, selected])
  const arranged = useMemo(() => area && arrangeMarks(groups, area), [groups, area])
  const actions: ViewerAction[] = [
    ...listActions(viewport),
    ['h', hasMarks ? 'Hide marks' : 'Show marks', () => setMarks(!hasMarks), hasMarks ? EyeOffIcon : EyeIcon],
    ['f', 'Full screen', () => void toggleFullScreen(root.current), FullScreenIcon],
  ]
  useKeys(Object.fromEntries(actions.map(([key, , run]) => [key, run])))
  return (
    <section ref={root} className="viewer" data-surround={surround} aria-label="Picture">
      <div className="viewer-bar">
        {children}
        <ViewerTools actions={actions} surround={surround} onSurround={setSurround} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no keys */}
      <div
        ref={frame}
        className="viewer-frame"
        role="group"
        aria-label={tool ? `${alt}. Enter marks the middle of what is shown.` : `${alt}. Arrow keys move it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture in it
        tabIndex={0}
        data-tool={tool ?? 'look'}
        onKeyDown={(event) => handleKey(event, { viewport, tool, finish })}
      >
        <div ref={stage} className="viewer-stage">
          <Layers {...props} shownWidth={area?.width ?? 0} arranged={hasMarks ? arranged : null} split={split} />
        </div>
        {tool && <span className="viewer-cross" aria-hidden="true" />}
      </div>
      {other && (
        <label className="viewer-split">
          <span>Before and after</span>
          <input
            type="range"
            min={0}
            max={100}
            value={split}
            onChange={({ target }) => setSplit(Number(target.value))}
          />
        </label>
      )}
    </section>
  )
}

/** Returns what a viewport reports gestures to, and the end of a mark. */
function useMarking(
  { tool, onDraw, onDrawn, onSelect }: ViewerProps,
  find: (at: Point, place: Point) => string | null,
) {
  const finish = (geometry: Geometry | null) => (geometry ? onDrawn(geometry) : onDraw(null))
  const listener = {
    isDrawing: () => tool !== null && tool !== 'pin',
    onDraw: (points: Point[]) => onDraw(tool && drawGeometry(tool, points)),
    onDrawn: (points: Point[]) => finish(tool && drawGeometry(tool, points)),
    onClick: (at: Point, place: Point) => {
      const id = find(at, place)
      if (tool === 'pin' && id === null) finish(drawGeometry(tool, [at]))
      else onSelect(id)
    },
  }
  return { listener, finish }
}

type Point = { x: number; y: number }

interface LayersProps extends ViewerProps {
  shownWidth: number
  split: number
  /** Null while marks are hidden. */
  arranged: Arrangement | null
}

/** The picture, the other version over its right part, and the marks. */
function Layers({ version, other, alt, arranged, draft, selected, shownWidth, split, ...events }: LayersProps) {
  const { onSettled, onLost } = events
  const source = usePictureSource(version, shownWidth)
  const otherSource = usePictureSource(other ?? version, other ? shownWidth : 0)
  const lose = () => {
    onSettled()
    onLost()
  }
  return (
    <>
      {source && (
        <img src={source} alt={alt} draggable={false} fetchPriority="high" onLoad={onSettled} onError={lose} />
      )}
      {other && otherSource && (
        <img src={otherSource} alt="" draggable={false} ref={(image) => clip(image, split)} onError={onLost} />
      )}
      {arranged && <Marks {...arranged} selected={selected} />}
      {draft && <Marks marks={[draft]} selected={draft.id} />}
    </>
  )
}

/** Shows the right part of a picture. */
function clip(image: HTMLImageElement | null, split: number): void {
  if (image) image.style.clipPath = `inset(0 0 0 ${split}%)`
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

interface KeyTargets {
  viewport: Viewport | null
  tool: Tool | null
  finish: (geometry: Geometry | null) => void
}

function handleKey(event: KeyboardEvent, { viewport, tool, finish }: KeyTargets): void {
  const step = ARROWS[event.key]
  if (!viewport || !(step || (event.key === 'Enter' && tool))) return
  event.preventDefault()
  if (step) viewport.panBy(...step)
  else if (tool) finish(drawAround(tool, ...viewport.readCorners()))
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  // Refused on a phone that has none.
  else await element?.requestFullscreen?.().catch(() => undefined)
}
