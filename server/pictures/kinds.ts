/** What a file is, told by its first bytes. What it is called, and what it says of itself, are not asked. */

export type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** Bytes from the beginning that are enough to tell. */
export const HEAD = 4096

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Source: the registry of brands, https://mp4ra.org/registered-types/brands */
const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

/** The kind of a file that begins with `head`; null where it is none that we know. */
export function kindOf(head: Buffer): Kind | null {
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg'
  if (head.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const brands = brandsOf(head)
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : null
}

/** The major and the compatible brands of a file of ISO's base media format. Source: ISO/IEC 14496-12, 4.3 */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return []
  const box = head.subarray(8, Math.min(head.readUInt32BE(0), head.length))
  const fours = box.toString('latin1').match(/.{4}/gs) ?? []
  return fours.filter((_, at) => at !== 1)
}
