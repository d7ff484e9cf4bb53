/** How pictures are made smaller, for those that people bring and those that are committed (ops/picture-variants.ts). */
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { type Form, fileName, type Variant } from './files.ts'

/** What is hardly told from the original, in files that a phone has soon. */
const SETTINGS = {
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture: Sharp) => picture.webp({ quality: 72 }),
} satisfies Record<Form, (picture: Sharp) => Sharp>

/** Pixels, along the longer side. */
const GROUND = 12

/** Writes one variant of a picture into a folder. */
export async function writeVariant(picture: Sharp, variant: Variant, folder: string): Promise<void> {
  await SETTINGS[variant.form](picture.clone().resize(variant.width)).toFile(join(folder, fileName(variant)))
}

/** The picture itself, a few pixels large, as its address has it: about 60 bytes, in base64url. */
export async function groundOf(picture: Sharp): Promise<string> {
  const small = picture.clone().resize(GROUND, GROUND, { fit: 'inside' })
  return (await small.webp({ quality: 20, effort: 6 }).toBuffer()).toString('base64url')
}
