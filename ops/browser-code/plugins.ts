import type { Plugin } from 'vite'
import { leaveOutUnused } from './left-out.ts'
import { reactModules } from './react-modules.ts'
import { listNotCompared } from './versions.ts'

/** What makes the browser's code smaller, or nothing where a package has another version than was compared. */
export function smallerBrowserCode(): Plugin[] {
  const notCompared = listNotCompared()
  if (notCompared.length === 0) return [leaveOutUnused(), reactModules()]
  console.warn(
    `The browser's code is built whole, because of ${notCompared.join(', ')}: see docs/decisions/0035-browser-code.md.`,
  )
  return []
}
