/** Pictures that are committed with their variants: the demo's and the school's own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
/** Where they lie, by the name under which the server shows the folder. */
export const FOLDERS = { demo: 'demo/pictures', school: 'web/pictures' }

let addresses: Set<string> | undefined

/** Whether an address is one of theirs. */
export function isCommitted(address: string): boolean {
  addresses ??= new Set(Object.values(FOLDERS).flatMap((folder) => addressesIn(join(ROOT, folder))))
  return addresses.has(address)
}

function addressesIn(folder: string): string[] {
  return Object.values(JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')))
}
