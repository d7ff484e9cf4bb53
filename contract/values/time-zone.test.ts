import { describe, expect, it } from 'vitest'
import { TimeZone } from './fields.ts'
import { canonicalTimeZone, findFormerName, rememberByZone, toPresentName } from './time-zone.ts'

describe('a time zone', () => {
  it.each(['Europe/Oslo', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC'])(
    '%s is known',
    (name) => {
      expect(canonicalTimeZone(name)).toBe(name)
    },
  )

  it.each([
    ['europe/OSLO', 'Europe/Oslo'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['europe/zaporozhye', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['US/Eastern', 'America/New_York'],
    ['Etc/Greenwich', 'UTC'],
  ])('%s has the present name %s', (name, present) => {
    expect(canonicalTimeZone(name)).toBe(present)
    expect(TimeZone.parse(name)).toBe(present)
  })

  it.each(['', '+02:00', 'Europe/Atlantis', 'Mars', '../etc', 'Europe/Oslo ', 'BST', 'ist', 'SystemV/EST5'])(
    '%j is not',
    (name) => {
      expect(canonicalTimeZone(name)).toBeNull()
    },
  )

  it('of the platform has a present name that the platform takes', () => {
    const names = Intl.supportedValuesOf('timeZone').map(toPresentName)
    expect(names.filter((name) => canonicalTimeZone(name) !== name)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a renamed zone is found by its former name too', () => {
  expect(findFormerName('Europe/Kyiv')).toBe('Europe/Kiev')
  expect(findFormerName('Europe/Oslo')).toBeNull()
})

describe('what is built by zone', () => {
  it('is built once for all spellings of a zone', () => {
    const built: string[] = []
    const read = rememberByZone((zone) => built.push(zone))
    for (const name of ['Europe/Kiev', 'Europe/Kyiv', 'EUROPE/KYIV', 'europe/uzhgorod']) read(name)
    expect(built).toEqual(['Europe/Kyiv'])
  })

  it('is forgotten where there are many zones', () => {
    const built: string[] = []
    const read = rememberByZone((zone) => built.push(zone))
    for (const zone of Intl.supportedValuesOf('timeZone')) read(zone)
    const all = built.length
    read('Africa/Abidjan')
    expect(built.length).toBe(all + 1)
  })

  it('is not built for an unknown zone', () => {
    expect(() => rememberByZone((zone) => zone)('Europe/Atlantis')).toThrow(RangeError)
  })
})
