/**
 * `npm run pictures`: writes the variants beside every committed picture (`{name}/1600.webp`), and the addresses under which
 * they are shown. With names, only those; without, those that lack some. For whoever commits a picture, never part of a build.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureAddress, VARIANT_WIDTHS, variantWidths } from '../contract/picture-address.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where pictures are committed, and the name under which the server shows the folder. */
const FOLDERS = { demo: 'demo/pictures', school: 'web/pictures' }
const FULL = VARIANT_WIDTHS.at(-1) ?? 1600
/** Pixels, along the longer side. */
const GROUND = 12

const asked = process.argv.slice(2)
for (const [shown, folder] of Object.entries(FOLDERS)) await writeFolder(shown, join(ROOT, folder))

async function writeFolder(shown: string, folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, `${FULL}.webp`)))
  const addresses: Record<string, string> = {}
  for (const name of names.sort()) {
    const picture = await readFile(join(folder, name, `${FULL}.webp`))
    if (asked.includes(name) || (asked.length === 0 && lacksVariants(join(folder, name)))) {
      console.log(`${shown}/${name}`)
      await writeVariants(picture, join(folder, name))
    }
    const { width, height } = await sharp(picture).metadata()
    addresses[name] = pictureAddress(`${shown}/${name}`, width, height, await groundOf(picture))
  }
  await writeFile(join(folder, 'addresses.json'), `${JSON.stringify(addresses, null, 2)}\n`)
}

function lacksVariants(folder: string): boolean {
  return variantWidths(FULL).some((width) =>
    ['avif', 'webp'].some((form) => !existsSync(join(folder, `${width}.${form}`))),
  )
}

async function writeVariants(picture: Buffer, folder: string): Promise<void> {
  for (const width of variantWidths(FULL)) {
    const sized = sharp(picture).resize(width)
    await sized
      .clone()
      .avif({ quality: 50, effort: 2 })
      .toFile(join(folder, `${width}.avif`))
    if (width < FULL) await sized.webp({ quality: 72 }).toFile(join(folder, `${width}.webp`))
  }
}

/** The picture itself, a few pixels large: about 60 bytes. */
async function groundOf(picture: Buffer): Promise<string> {
  const ground = await sharp(picture)
    .resize(GROUND, GROUND, { fit: 'inside' })
    .webp({ quality: 20, effort: 6 })
    .toBuffer()
  return ground.toString('base64url')
}
