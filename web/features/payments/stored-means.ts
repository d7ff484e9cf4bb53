/** Chosen means of payment beside the card, stored for this tab, so that a reload keeps them. */
import type { Means } from './checkout.query.ts'

const toKey = (name: string) => `means: ${name}`

/** Returns what is stored for a checkout; nothing where the browser forbids it. @param name of the selected classes */
export function loadMeans(name: string): Means {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(toKey(name)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return NONE
    const { codes, usesCredit } = stored as Record<string, unknown>
    const isList = Array.isArray(codes) && codes.every((code) => typeof code === 'string' && code !== '')
    return { codes: isList ? codes : [], usesCredit: usesCredit === true }
  } catch {
    return NONE
  }
}

export function storeMeans(name: string, means: Means): void {
  try {
    if (means.codes.length === 0 && !means.usesCredit) sessionStorage.removeItem(toKey(name))
    else sessionStorage.setItem(toKey(name), JSON.stringify(means))
  } catch {
    // A browser may forbid it. A reload then begins without codes.
  }
}

/** Nothing beside the card. */
export const NONE: Means = { codes: [], usesCredit: false }
