/** The images that are committed with their variants: the demo's and the school's own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'

/** The folders of the images, by the name under which the server shows them. */
export const FOLDERS = { demo: 'demo/pictures', school: 'web/pictures' }

let urls: Set<string> | undefined

/** Maps `1600x1067-{placeholder}.webp`, the image in its full width, to `1600.webp`. Other names are files. */
export function toCommittedFile(name: string): string {
  return name.replace(/^(\d+)x\d+-[\w-]+\.webp$/, '$1.webp')
}

/** Returns whether a URL is that of a committed image. */
export function isCommitted(url: string): boolean {
  urls ??= new Set(Object.values(FOLDERS).flatMap((folder) => Object.values(readUrls(folder))))
  return urls.has(url)
}

/** Returns the URLs of the images of a folder by their name. */
export function readUrls(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, folder, 'addresses.json'), 'utf8'))
}
