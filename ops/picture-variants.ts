/**
 * `npm run pictures`: writes the variants beside every committed picture (`{name}/1600.webp`), and the addresses under which
 * they are shown. With names, only those; without, those that lack some. For whoever commits a picture, never part of a build.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureAddress, VARIANT_WIDTHS } from '../contract/picture-address.ts'
import { FOLDERS, ROOT } from '../server/pictures/committed.ts'
import { fileName, variantsOf } from '../server/pictures/files.ts'
import { groundOf, writeVariant } from '../server/pictures/variants.ts'

const FULL = VARIANT_WIDTHS.at(-1) ?? 1600

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
    addresses[name] = pictureAddress(`${shown}/${name}`, width, height, await groundOf(sharp(picture)))
  }
  await writeFile(join(folder, 'addresses.json'), `${JSON.stringify(addresses, null, 2)}\n`)
}

function lacksVariants(folder: string): boolean {
  return variantsOf(FULL).some((variant) => !existsSync(join(folder, fileName(variant))))
}

async function writeVariants(picture: Buffer, folder: string): Promise<void> {
  const written = variantsOf(FULL).filter((variant) => fileName(variant) !== `${FULL}.webp`)
  for (const variant of written) await writeVariant(sharp(picture), variant, folder)
}
