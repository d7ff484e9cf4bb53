import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Area } from './view.ts'
import { Viewport, type ViewportListener } from './viewport.ts'

/** Returns the refs of the frame and of the picture in it, the area around what is shown, and its viewport once they are there. */
export function useViewport(
  { width, height }: { width: number; height: number },
  listener: Omit<ViewportListener, 'onRest'>,
) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [viewport, setViewport] = useState<Viewport | null>(null)
  // Rendered in steps, so that the next gesture does not wait for its marks.
  const onRest = (next: Area) => (area ? startTransition(() => setArea(next)) : setArea(next))
  const latest = useRef<ViewportListener>({ ...listener, onRest })
  useEffect(() => {
    latest.current = { ...listener, onRest }
  })
  // Before the first paint: the frame is as high as the picture needs.
  useLayoutEffect(() => {
    if (!frame.current || !stage.current) return
    const elements = { frame: frame.current, stage: stage.current }
    const opened = new Viewport(elements, { width, height }, () => latest.current)
    setViewport(opened)
    return opened.listen()
  }, [width, height])
  return { frame, stage, area, viewport }
}
