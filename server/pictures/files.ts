/** What the files of an uploaded picture are called. They lie together, in a folder or under a prefix that is the picture's name. */
import { randomBytes } from 'node:crypto'
import { variantWidths } from '#contract/picture-address.ts'

export const FORMS = ['avif', 'webp'] as const
export type Form = (typeof FORMS)[number]

export const MEDIA_TYPES: Record<Form, string> = { avif: 'image/avif', webp: 'image/webp' }

/** One file of a picture: how wide, and in which form. */
export interface Variant {
  width: number
  form: Form
}

const NAME = /^[0-9a-f]{64}-[0-9a-f]{12}$/
const VARIANT = /^([1-9]\d{0,3})\.(avif|webp)$/
/** The last part of a picture's address, which is the picture in its full width. */
const FULL = /^([1-9]\d{0,3})x[1-9]\d{0,3}-[\w-]{1,400}\.webp$/

/** A name that no picture has had. @param hash SHA-256 of the uploaded bytes, in hex */
export function newName(hash: string): string {
  return `${hash}-${randomBytes(6).toString('hex')}`
}

/** All files of a picture of this width. */
export function variantsOf(width: number): Variant[] {
  return variantWidths(width).flatMap((each) => FORMS.map((form) => ({ width: each, form })))
}

export function fileName({ width, form }: Variant): string {
  return `${width}.${form}`
}

/** The file that an address `/pictures/{name}/{file}` means; null where it is not of exactly our form. */
export function variantAt(name: string, file: string): Variant | null {
  if (!NAME.test(name)) return null
  const [, width, form] = VARIANT.exec(file) ?? []
  if (width && form) return { width: Number(width), form: form as Form }
  const [, full] = FULL.exec(file) ?? []
  return full ? { width: Number(full), form: 'webp' } : null
}
