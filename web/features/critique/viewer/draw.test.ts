import { expect, test } from 'vitest'
import { findGeometryProblem } from '#contract/remark-geometry.ts'
import { drawAround, drawGeometry, TOOLS } from './draw.ts'

test('a gesture becomes the geometry of its tool, in either direction', () => {
  const points = [
    { x: 0.75, y: 0.5 },
    { x: 0.5, y: 0.25 },
  ]
  expect(drawGeometry('pin', points)).toEqual({ x: 0.75, y: 0.5 })
  expect(drawGeometry('area', points)).toEqual({ x: 0.5, y: 0.25, w: 0.25, h: 0.25 })
  expect(drawGeometry('line', points)).toEqual({
    points: [
      [0.75, 0.5],
      [0.5, 0.25],
    ],
  })
})

test('a slip of the hand makes no mark', () => {
  const slip = [
    { x: 0.5, y: 0.5 },
    { x: 0.501, y: 0.501 },
  ]
  for (const tool of ['area', 'crop', 'line'] as const) expect(drawGeometry(tool, slip)).toBeNull()
  expect(drawGeometry('pin', [])).toBeNull()
})

test('a long line keeps its ends and as many points as we store', () => {
  const long = Array.from({ length: 3_000 }, (_, at) => ({ x: at / 3_000, y: (at % 2) / 2 }))
  const line = drawGeometry('line', long)
  expect(findGeometryProblem('line', line)).toBeNull()
  expect(line && 'points' in line && [line.points.length <= 500, line.points[0], line.points.at(-1)]).toEqual([
    ...[true, [0, 0], [2_999 / 3_000, 0.5]],
  ])
})

test('every tool makes a mark by keyboard', () => {
  for (const tool of TOOLS)
    expect(findGeometryProblem(tool, drawAround(tool, { x: 0, y: 0 }, { x: 1, y: 1 }))).toBeNull()
})
