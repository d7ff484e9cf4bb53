import { describe, expect, it } from 'vitest'
import { arrangeMarks, findMark, groupMarks, MAX_SINGLE_MARKS, type Mark } from './arrange.ts'
import type { Area } from './view.ts'

const WHOLE: Area = { from: { x: 0, y: 0 }, to: { x: 1, y: 1 }, width: 1000, height: 500 }
const CORNER: Area = { ...WHOLE, to: { x: 0.2, y: 0.2 } }

const pin = (id: string, x: number, y: number): Mark => ({ id, kind: 'pin', geometry: { x, y }, number: 1 })
const AREA: Mark = { id: 'area', kind: 'area', geometry: { x: 0.1, y: 0.5, w: 0.5, h: 0.3 }, number: 2 }
const LINE: Mark = {
  id: 'line',
  kind: 'line',
  number: 3,
  geometry: {
    points: [
      [0.9, 0.1],
      [0.1, 0.1],
    ],
  },
}
const NOTE: Mark = { id: 'note', kind: 'note', geometry: null, number: 4 }
const MANY = Array.from({ length: MAX_SINGLE_MARKS + 1 }, (_, index) => pin(`${index}`, 0.5, 0.5 + index / 10_000))

const arrange = (marks: Mark[], area: Area, selected: string | null = null) =>
  arrangeMarks(groupMarks(marks, area, selected), area)
const ids = ({ marks }: { marks: Mark[] }) => marks.map(({ id }) => id)

describe('the marks that are drawn', () => {
  it('are those of which a part is in the area, one by one where they are few', () => {
    const marks = [pin('near', 0.1, 0.1), pin('same', 0.1, 0.1), pin('far', 0.5, 0.5), AREA, LINE, NOTE]
    expect(arrange(marks, WHOLE)).toMatchObject({ clusters: [] })
    expect(ids(arrange(marks, WHOLE))).toEqual(['near', 'same', 'far', 'area', 'line'])
    // The line's number is beyond.
    expect(ids(arrange(marks, CORNER))).toEqual(['near', 'same', 'line'])
    expect(ids(arrange([AREA], { ...WHOLE, from: { x: 0.3, y: 0.6 } }))).toEqual(['area'])
  })

  it('are one for many that would cover each other, but never the selected one', () => {
    const marks = [...MANY, pin('alone', 0.1, 0.1), NOTE]
    const { clusters, ...arranged } = arrange(marks, WHOLE, '7')
    expect(ids(arranged)).toEqual(['7', 'alone'])
    expect(clusters).toEqual([{ x: 0.5, y: 0.5, first: '0', count: MANY.length - 1 }])
    expect(arrange(marks, CORNER).clusters).toEqual([])
    const enlarged = { ...WHOLE, width: 1e6, height: 5e5 }
    expect(arrange(marks, enlarged).clusters).toEqual([])
    expect(arrange(marks, enlarged).marks).toHaveLength(MANY.length + 1)
  })

  it('are the same objects wherever the picture is moved, so that those which stay are not rendered again', () => {
    const groups = groupMarks([...MANY, pin('alone', 0.1, 0.1)], WHOLE, null)
    const [before, after] = [arrangeMarks(groups, WHOLE), arrangeMarks(groups, { ...WHOLE, from: { x: 0.05, y: 0 } })]
    expect(after).toEqual(before)
    expect(after.clusters[0]).toBe(before.clusters[0])
    expect(after.marks[0]).toBe(before.marks[0])
  })
})

describe('a click', () => {
  const arranged = arrange([pin('pin', 0.5, 0.5), AREA, LINE], WHOLE)
  const find = (x: number, y: number, isExact = false) => findMark(arranged, { x, y }, WHOLE, isExact)?.id

  it('finds the nearest number, then an outline, and nothing inside an area', () => {
    expect(find(0.51, 0.5)).toBe('pin')
    expect(find(0.6, 0.79)).toBe('area')
    expect(find(0.5, 0.11)).toBe('line')
    expect(find(0.3, 0.65)).toBeUndefined()
    expect(find(0.5, 0.15)).toBeUndefined()
  })

  it('finds less around a mark where it may make a pin', () => {
    expect([find(0.51, 0.5, true), find(0.51, 0.48, true), find(0.51, 0.48)]).toEqual(['pin', undefined, 'pin'])
    expect([find(0.602, 0.7, true), find(0.608, 0.7, true), find(0.608, 0.7)]).toEqual(['area', undefined, 'area'])
  })

  it('finds a cluster by its first remark', () => {
    expect(findMark(arrange(MANY, WHOLE), { x: 0.5, y: 0.5 }, WHOLE, true)).toMatchObject({
      id: '0',
      isCluster: true,
    })
  })
})
