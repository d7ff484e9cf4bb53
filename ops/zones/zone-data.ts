/** Reads the rules of time zones that moment-timezone brings: those of the IANA database, usually within days of a release. */
import moment from 'moment-timezone'
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' }

/** Seconds by which clocks are ahead of UTC, and by how many of them for daylight saving time. */
export interface Offset {
  standard: number
  saving: number
}

export interface ZoneRules {
  /** Its own name and its other ones. */
  names: string[]
  /** The offset before the first change. */
  initial: Offset
  /** In order, at seconds since 1970. */
  changes: { at: number; offset: Offset }[]
}

export interface ZoneData {
  /** Of the IANA database: `2026f` */
  version: string
  zones: ZoneRules[]
  /** The country (ISO 3166) of a name, where it is in one. */
  countries: Map<string, string>
}

/** Sessions take place before 2100. */
const LAST = Date.UTC(2101, 0) / 1000

export function readZoneData(): ZoneData {
  const links = Map.groupBy(
    packed.links.map((link) => link.split('|') as [string, string]),
    ([target]) => target,
  )
  const zones = packed.zones.map((text) => {
    const { name, offsets, untils } = moment.tz.unpack(text)
    const names = [name, ...(links.get(name) ?? []).map(([, other]) => other)]
    return { names, ...toRules(offsets, untils) }
  })
  return { version: packed.version, zones, countries: readCountries(zones) }
}

/** @param minutes by which clocks are behind UTC, of each period @param untils the end of each, in milliseconds; the last is infinite */
function toRules(minutes: readonly number[], untils: readonly number[]): Omit<ZoneRules, 'names'> {
  const ends = untils.map((until) => Math.round(until / 1000))
  const totals = minutes.map((offset) => -Math.round(offset * 60))
  const offsets = totals.map((total, index): Offset => {
    const saving = findSaving(totals, ends, index)
    return { standard: total - saving, saving }
  })
  const [initial = { standard: 0, saving: 0 }, ...later] = offsets
  const changes = later.map((offset, index) => ({ at: ends[index] ?? 0, offset }))
  return { initial, changes: changes.filter(({ at }) => at < LAST) }
}

const LONGEST_SUMMER = 330 * 24 * 60 * 60
const MAX_SAVING = 2 * 60 * 60

/** A period is summer time if clocks are equally far behind before and after it. The data do not say so; only names of zones depend on it. */
function findSaving(totals: readonly number[], ends: readonly number[], index: number): number {
  const [before, after, start, end] = [totals[index - 1], totals[index + 1], ends[index - 1], ends[index]]
  if (before === undefined || before !== after || start === undefined || end === undefined) return 0
  const saving = (totals[index] ?? 0) - before
  return saving > 0 && saving <= MAX_SAVING && end - start < LONGEST_SUMMER ? saving : 0
}

/**
 * A name of several countries belongs to the one that lists the fewest names: its neighbors share their clocks with it. Old names are in
 * the country of another name of their zone, because ICU lists no name without a country.
 */
function readCountries(zones: readonly ZoneRules[]): Map<string, string> {
  const lists = packed.countries.map((text) => text.split('|') as [string, string])
  const entries = lists.flatMap(([country, text]) => {
    const names = text.split(' ')
    return names.map((name) => ({ name, country, size: names.length }))
  })
  entries.sort((a, b) => b.size - a.size)
  const countries = new Map(entries.map(({ name, country }) => [name, country]))
  for (const { names } of zones) {
    const country = names.map((name) => countries.get(name)).find((code) => code !== undefined)
    if (country === undefined) continue
    for (const name of names) if (name.includes('/') && !countries.has(name)) countries.set(name, country)
  }
  return countries
}
