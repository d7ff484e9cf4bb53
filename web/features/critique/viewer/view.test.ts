import { describe, expect, it } from 'vitest'
import { contains, findArea, fitView, keepInside, pan, toFraction, toSize, zoom } from './view.ts'

const FRAME = { width: 400, height: 400, ratio: 2 }

describe('the view of a picture', () => {
  it('begins with the whole picture in the middle', () => {
    expect(fitView(FRAME)).toEqual({ scale: 1, x: 0, y: 100 })
    expect(toSize({ scale: 1 }, FRAME)).toEqual({ width: 400, height: 200 })
  })

  it('keeps the point under the pointer where it is', () => {
    const at = { x: 300, y: 200 }
    const view = zoom(fitView(FRAME), FRAME, { scale: 4, at, max: 8 })
    expect(toFraction(view, FRAME, at)).toEqual({ x: 0.75, y: 0.5 })
  })

  it('never leaves the frame, and is never smaller than it nor larger than the maximum', () => {
    const large = zoom(fitView(FRAME), FRAME, { scale: 99, at: { x: 0, y: 0 }, max: 4 })
    expect(large.scale).toBe(4)
    expect(pan(large, FRAME, { x: 9_999, y: 9_999 })).toMatchObject({ x: 0, y: 0 })
    expect(pan(large, FRAME, { x: -9_999, y: -9_999 })).toMatchObject({ x: 400 - 1600, y: 400 - 800 })
    expect(zoom(large, FRAME, { scale: 0.1, at: { x: 9, y: 9 }, max: 4 })).toEqual(fitView(FRAME))
    expect(keepInside({ scale: 1, x: 50, y: 0 }, FRAME)).toEqual(fitView(FRAME))
  })

  it('limits a point beside the picture to its edge', () => {
    expect(toFraction(fitView(FRAME), FRAME, { x: -5, y: 0 })).toEqual({ x: 0, y: 0 })
    expect(toFraction(fitView(FRAME), FRAME, { x: 500, y: 500 })).toEqual({ x: 1, y: 1 })
  })

  it('has an area around what is shown, which panning by less than its margin does not leave', () => {
    const view = zoom(fitView(FRAME), FRAME, { scale: 4, at: { x: 200, y: 200 }, max: 8 })
    const area = findArea(view, FRAME, 0.5)
    expect(area).toEqual({ width: 1600, height: 800, from: { x: 0.25, y: 0 }, to: { x: 0.75, y: 1 } })
    const isInside = (x: number) => contains(area, findArea(pan(view, FRAME, { x, y: 0 }), FRAME, 0.25))
    expect([isInside(90), isInside(110)]).toEqual([true, false])
  })
})
