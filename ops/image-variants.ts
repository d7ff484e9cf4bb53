/**
 * `npm run pictures`: writes the variants beside every committed image (`{name}/1600.webp`, or `2560.webp` for one that covers a screen),
 * and the URLs that show them. Names select images; without names it writes missing variants. Run it after committing an image; builds do
 * not run it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildImageUrl } from '../contract/image-url.ts'
import { FOLDERS } from '../server/domains/images/committed.ts'
import { createPlaceholder, listVariants, toFileName, writeVariants } from '../server/domains/images/variants.ts'
import { ROOT } from '../server/platform/root.ts'

/** Pixels, of the committed images: the widest that an image has counts. */
const WIDTHS = [2560, 1600] as const

/** Of AVIF that covers a screen: at two pixels in one it looks the same, and is no more to load than the next smaller one was. */
const QUALITY_OF_WIDEST = 36

const selected = process.argv.slice(2)
for (const [prefix, folder] of Object.entries(FOLDERS)) await writeFolder(prefix, join(ROOT, folder))

async function writeFolder(prefix: string, folder: string): Promise<void> {
  const urls: Record<string, string> = {}
  for (const name of readdirSync(folder).sort()) {
    const full = WIDTHS.find((each) => existsSync(join(folder, name, `${each}.webp`)))
    if (!full) continue
    const image = await readFile(join(folder, name, `${full}.webp`))
    if (selected.includes(name) || (selected.length === 0 && lacksVariants(join(folder, name), full))) {
      console.log(`${prefix}/${name}`)
      await writeSmaller(image, join(folder, name))
    }
    const { width, height } = await sharp(image).metadata()
    urls[name] = buildImageUrl(`${prefix}/${name}`, width, height, await createPlaceholder(sharp(image)))
  }
  await writeFile(join(folder, 'addresses.json'), `${JSON.stringify(urls, null, 2)}\n`)
}

function lacksVariants(folder: string, width: number): boolean {
  return listVariants(width).some((variant) => !existsSync(join(folder, toFileName(variant))))
}

async function writeSmaller(image: Buffer, folder: string): Promise<void> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const variants = listVariants(info.width).filter((variant) => toFileName(variant) !== `${info.width}.webp`)
  const pixels = { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
  await writeVariants(pixels, variants, { folder, xmp: null })
  if (info.width < WIDTHS[0]) return
  await writeVariants(pixels, [{ width: info.width, format: 'avif' }], {
    folder,
    xmp: null,
    quality: QUALITY_OF_WIDEST,
  })
}
