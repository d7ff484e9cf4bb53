/**
 * `npm run pictures`: writes the variants beside every committed image (`{name}/1600.webp`), and the URLs that show them. Names select
 * images; without names it writes missing variants. Run it after committing an image; builds do not run it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildImageUrl } from '../contract/image-url.ts'
import { FOLDERS } from '../server/domains/images/committed.ts'
import { createPlaceholder, listVariants, toFileName, writeVariants } from '../server/domains/images/variants.ts'
import { ROOT } from '../server/platform/root.ts'

/** Pixels, of the committed images. */
const FULL = 1600

const selected = process.argv.slice(2)
for (const [prefix, folder] of Object.entries(FOLDERS)) await writeFolder(prefix, join(ROOT, folder))

async function writeFolder(prefix: string, folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, `${FULL}.webp`)))
  const urls: Record<string, string> = {}
  for (const name of names.sort()) {
    const image = await readFile(join(folder, name, `${FULL}.webp`))
    if (selected.includes(name) || (selected.length === 0 && lacksVariants(join(folder, name)))) {
      console.log(`${prefix}/${name}`)
      await writeSmaller(image, join(folder, name))
    }
    const { width, height } = await sharp(image).metadata()
    urls[name] = buildImageUrl(`${prefix}/${name}`, width, height, await createPlaceholder(sharp(image)))
  }
  await writeFile(join(folder, 'addresses.json'), `${JSON.stringify(urls, null, 2)}\n`)
}

function lacksVariants(folder: string): boolean {
  return listVariants(FULL).some((variant) => !existsSync(join(folder, toFileName(variant))))
}

async function writeSmaller(image: Buffer, folder: string): Promise<void> {
  const variants = listVariants(FULL).filter((variant) => toFileName(variant) !== `${FULL}.webp`)
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const pixels = { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
  await writeVariants(pixels, variants, { folder, xmp: null })
}
