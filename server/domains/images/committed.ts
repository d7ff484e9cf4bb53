/** The images that are committed with their variants: the demo's and the school's own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

/** The folders of the images, by the name under which the server shows them. */
export const FOLDERS = { demo: 'demo/pictures', school: 'web/pictures' }

let urls: Set<string> | undefined

/** Returns whether a URL is that of a committed image. */
export function isCommitted(url: string): boolean {
  urls ??= new Set(Object.values(FOLDERS).flatMap((folder) => readUrls(join(ROOT, folder))))
  return urls.has(url)
}

function readUrls(folder: string): string[] {
  return Object.values(JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')))
}
