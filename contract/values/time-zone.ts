/** Time zones of the IANA database, each under one name: today's. */

/** Zones of which a value is remembered. A school uses a few of the 440, and a formatter takes 50 KB. */
const MAX_ZONES = 100
/** Spellings that are remembered. */
const MAX_NAMES = 1000

/**
 * Returns the present name of a time zone, whatever its spelling or alias: `Europe/Kyiv` for `europe/kiev`. Null if there is no such zone.
 * Offsets such as `+02:00` are none, nor are abbreviations such as `BST`.
 */
export const canonicalTimeZone = remember(MAX_NAMES, (name) => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) || OF_JAVA.test(name)) return null
  try {
    return toPresentName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return null
  }
})

/** Returns the present name of a zone that the platform lists. */
export function toPresentName(timeZone: string): string {
  return RENAMED[timeZone] ?? timeZone
}

/** Returns the former name of a zone that some people and programs still look for; null for most. */
export function findFormerName(present: string): string | null {
  return Object.keys(RENAMED).find((former) => RENAMED[former] === present) ?? null
}

/** Returns a function that builds a value for a zone, such as a formatter, and remembers some. It throws a RangeError for an unknown zone. */
export function rememberByZone<Value>(build: (timeZone: string) => Value): (timeZone: string) => Value {
  const read = remember(MAX_ZONES, build)
  return (name) => {
    const zone = canonicalTimeZone(name)
    if (zone === null) throw new RangeError(`There is no time zone ${name}`)
    return read(zone)
  }
}

function remember<Value>(max: number, build: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>()
  return (key) => {
    const earlier = values.get(key)
    if (earlier !== undefined) return earlier
    const value = build(key)
    const [oldest] = values.keys()
    if (values.size >= max && oldest !== undefined) values.delete(oldest)
    values.set(key, value)
    return value
  }
}

/** Names that ICU has from Java and the IANA database has not: `SystemV/EST5`, and abbreviations such as BST, which is Dhaka there. */
const OF_JAVA = /^(?:systemv\/.*|a[cegrs]t|ast|b[es]t|c[ans]t|ctt|eat|ect|i[es]t|jst|mit|n[es]t|p[lnrs]t|sst|vst)$/i

/**
 * Present names of zones that V8 and JavaScriptCore call by a former one, since CLDR never changes a name.
 * Source: the attribute `iana` in CLDR's common/bcp47/timezone.xml
 */
const RENAMED: Partial<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
