/** The order of people in lists. */

/** Letters with accents stand beside those without: Å beside A, whatever the machine's language is. */
const collator = new Intl.Collator('en')

interface Named {
  name: string
  email: string
}

/** Compares people by the last word of their names, then by the others. Equal names are ordered by their addresses. */
export function compareByFamilyName(a: Named, b: Named): number {
  const [left, right] = [splitName(a.name), splitName(b.name)]
  return (
    collator.compare(left.family, right.family) ||
    collator.compare(left.given, right.given) ||
    collator.compare(a.email, b.email)
  )
}

function splitName(name: string): { family: string; given: string } {
  const words = name.trim().split(/\s+/)
  return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') }
}
