/** Why a category of a Lighthouse result is not full: a line for each audit that failed. */
import type { Result } from 'lighthouse'

const MOST_CHARACTERS = 500

/** With what weighs nothing too: in performance the metrics have the weight, and what to do about them is said beside them. */
export function causes({ audits, categories }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (!audit || audit.score === null || audit.score >= 1) return []
    const said = [audit.title, audit.displayValue, audit.errorMessage].filter(Boolean).join(', ')
    return [`${id} (score ${audit.score}, weight ${weight}): ${said}${placesIn(audit.details)}`]
  })
}

/** The places that an audit names, as short as they can be: which elements, which addresses, how much. */
function placesIn(details: Result['audits'][string]['details']): string {
  if (!details || !('items' in details) || details.items.length === 0) return ''
  const places = JSON.stringify(details.items, (key, value: unknown) => (DULL.has(key) ? undefined : value))
  return `\n    ${places.slice(0, MOST_CHARACTERS)}`
}

const DULL = new Set([
  'boundingRect',
  'lhId',
  'path',
  'type',
  'debugData',
  'nodeLabel',
  'headings',
  'sortedBy',
  'subItems',
])
