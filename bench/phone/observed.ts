/**
 * The browser's own measurements of a page, collected in `window.observed`. Times are milliseconds since the navigation began. Sources: https://w3c.github.io/paint-timing, https://w3c.github.io/largest-contentful-paint,
 * https://wicg.github.io/layout-instability, https://w3c.github.io/event-timing
 */

export interface Observed {
  firstPaint: number | null
  largestPaint: { at: number; what: string } | null
  /** Time at which the first picture in main was loaded, decoded, visible in the viewport, and painted. */
  firstPicture: number | null
  /** The sum of all layout shifts without recent input; the Web Vital counts the worst five seconds only. */
  shift: number
  shifted: string[]
  /** The longest time from a key event to the next paint after its handlers. The browser rounds it to 8 ms. */
  slowestKey: { took: number; how: string }
  /** The longest time in which the page could not respond. Shorter ones than 50 ms are not reported. Source: https://w3c.github.io/longtasks */
  longestTask: number
}

declare global {
  interface Window {
    observed: Observed
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Starts the measurements; runs in the page before its own scripts. */
export function observe(): void {
  const observed: Observed = {
    firstPaint: null,
    largestPaint: null,
    firstPicture: null,
    shift: 0,
    shifted: [],
    slowestKey: { took: 0, how: 'none took 16 ms' },
    longestTask: 0,
  }
  window.observed = observed
  const nameNode = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.getAttribute('class') ?? ''}` : (node?.nodeName ?? '?')
  const on = <T extends PerformanceEntry>(type: string, handle: (entry: T) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) handle(entry as T)
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)

  on('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return
    observed.firstPaint = startTime
    // No picture is painted before. Looking for it in each frame until then would delay the paint itself.
    requestAnimationFrame(lookForPicture)
  })
  on<LargestContentfulPaint>('largest-contentful-paint', ({ startTime, element, url, size }) => {
    observed.largestPaint = { at: startTime, what: `${nameNode(element)} ${url} (${Math.round(size)} px²)` }
  })
  on<LayoutShift>('layout-shift', ({ value, hadRecentInput, sources, startTime }) => {
    if (hadRecentInput) return
    observed.shift += value
    const moved = sources.map(({ node }) => nameNode(node)).join(', ')
    observed.shifted.push(`${value.toFixed(4)} at ${Math.round(startTime)} ms: ${moved}`)
  })
  on<PerformanceEventTiming>('event', ({ name, startTime, processingStart, processingEnd, duration }) => {
    if (!/^key|input$/.test(name) || duration <= observed.slowestKey.took) return
    const [waited, handled] = [processingStart - startTime, processingEnd - processingStart].map(Math.round)
    const how = `${name} at ${Math.round(startTime)} ms waited ${waited} ms, was handled in ${handled} ms`
    observed.slowestKey = { took: duration, how }
  })

  on('longtask', ({ duration }) => {
    observed.longestTask = Math.max(observed.longestTask, duration)
  })

  const isSeen = (picture: HTMLImageElement) => {
    const { top, left, width, height } = picture.getBoundingClientRect()
    const inView = width > 0 && height > 0 && top < innerHeight && left < innerWidth && top + height > 0
    return inView && picture.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const lookForPicture = async () => {
    const picture = document.querySelector<HTMLImageElement>('main img')
    if (!picture?.complete || picture.naturalWidth === 0 || !isSeen(picture)) {
      requestAnimationFrame(lookForPicture)
      return
    }
    await picture.decode()
    // The first frame paints it; the second begins after that.
    requestAnimationFrame(() =>
      requestAnimationFrame((now) => {
        observed.firstPicture = now
      }),
    )
  }
}
