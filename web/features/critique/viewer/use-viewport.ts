import { useEffect, useRef, useState } from 'react'
import { Viewport, type ViewportListener } from './viewport.ts'

/** Returns the refs of the frame and of the picture in it, its width in pixels of the page, and its viewport once it is there. */
export function useViewport(
  { width, height }: { width: number; height: number },
  listener: Omit<ViewportListener, 'onResize'>,
) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [shownWidth, setShownWidth] = useState(0)
  const [viewport, setViewport] = useState<Viewport | null>(null)
  const latest = useRef<ViewportListener>({ ...listener, onResize: setShownWidth })
  useEffect(() => {
    latest.current = { ...listener, onResize: setShownWidth }
  })
  useEffect(() => {
    if (!frame.current || !stage.current) return
    const elements = { frame: frame.current, stage: stage.current }
    const opened = new Viewport(elements, { width, height }, () => latest.current)
    setViewport(opened)
    return opened.listen()
  }, [width, height])
  return { frame, stage, shownWidth, viewport }
}
