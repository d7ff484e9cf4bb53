/** Explains the score of a Lighthouse category: a line for each audit that failed. */
import type { Result } from 'lighthouse'

const MAX_CHARACTERS = 500

/** Lists failed audits, also those without weight: in performance only metrics have weight, and other audits give the advice. */
export function listCauses({ audits, categories }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (!audit || audit.score === null || audit.score >= 1) return []
    const text = [audit.title, audit.displayValue, audit.errorMessage].filter(Boolean).join(', ')
    return [`${id} (score ${audit.score}, weight ${weight}): ${text}${describePlaces(audit.details)}`]
  })
}

/** Describes the places that an audit names: elements, URLs, amounts. */
function describePlaces(details: Result['audits'][string]['details']): string {
  if (!details || !('items' in details) || details.items.length === 0) return ''
  const places = JSON.stringify(details.items, (key, value: unknown) => (OMITTED_KEYS.has(key) ? undefined : value))
  return `\n    ${places.slice(0, MAX_CHARACTERS)}`
}

const OMITTED_KEYS = new Set([
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
