/** Builds the file of time zones that ICU reads, in place of the one inside Node. Source: ICU's tools/tzcode/readme.txt and olsontz.h */
import { type Resource, writeBundle } from './resource-bundle.ts'
import { type Offset, readZoneData, type ZoneRules } from './zone-data.ts'

/** Returns the version of the IANA database, and the file. The same data give the same bytes. */
export function buildZones(): { version: string; file: Buffer } {
  const { version, zones, countries } = readZoneData()
  const names = zones.flatMap((zone) => zone.names).sort()
  const indexes = new Map(names.map((name, index) => [name, index]))
  const byName = new Map(zones.flatMap((zone) => zone.names.map((name) => [name, zone])))
  const toZone = (name: string): Resource => {
    const zone = byName.get(name) as ZoneRules
    const [own = ''] = zone.names
    return name === own ? describeZone(zone, indexes) : { kind: 'number', number: indexes.get(own) ?? 0 }
  }
  const toTexts = (texts: string[]): Resource => ({
    kind: 'array',
    items: texts.map((text) => ({ kind: 'text', text })),
  })
  const file = writeBundle({
    kind: 'table',
    entries: {
      TZVersion: { kind: 'text', text: version },
      Zones: { kind: 'array', items: names.map(toZone) },
      Names: toTexts(names),
      Rules: { kind: 'table', entries: {} },
      Regions: toTexts(names.map((name) => countries.get(name) ?? WORLD)),
    },
  })
  return { version, file }
}

const WORLD = '001'

/** All changes of a zone are listed, so that it needs no rule for later years. */
function describeZone({ names, initial, changes }: ZoneRules, indexes: Map<string, number>): Resource {
  const types = new Map<string, number>()
  const offsets: number[] = []
  const toType = ({ standard, saving }: Offset): number => {
    const key = `${standard} ${saving}`
    const index = types.get(key)
    if (index !== undefined) return index
    types.set(key, types.size)
    offsets.push(standard, saving)
    return types.size - 1
  }
  toType(initial)
  const map = changes.map(({ offset }) => toType(offset))
  const times = changes.map(({ at }) => at)
  const [early, late] = [times.filter((at) => at < -(2 ** 31)), times.filter((at) => at >= 2 ** 31)]
  return {
    kind: 'table',
    entries: {
      typeOffsets: { kind: 'numbers', numbers: offsets },
      ...(map.length > 0 && { typeMap: { kind: 'bytes', bytes: map } }),
      ...toNumbers('transPre32', early.flatMap(toHalves)),
      ...toNumbers(
        'trans',
        times.filter((at) => at >= -(2 ** 31) && at < 2 ** 31),
      ),
      ...toNumbers('transPost32', late.flatMap(toHalves)),
      ...(names.length > 1 &&
        toNumbers(
          'links',
          names.map((name) => indexes.get(name) ?? 0),
        )),
    },
  }
}

function toNumbers(key: string, numbers: number[]): Record<string, Resource> {
  return numbers.length === 0 ? {} : { [key]: { kind: 'numbers', numbers } }
}

/** Splits a number of 64 bits into its upper and its lower half. */
function toHalves(number: number): number[] {
  return [Math.floor(number / 2 ** 32), number >>> 0]
}
