/** Adds profiles to PNG files. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The end of the header of a PNG: the signature and the chunk IHDR. Source: PNG (Third Edition), 5.2 and 11.2.1 */
const END_OF_HEADER = 8 + 25

/** Returns a PNG with a profile that says what the numbers mean: sharp would convert them to it. Source: PNG (Third Edition), 11.3.2.3 */
export function addProfile(png: Buffer, icc: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length - 4)
  frame.writeUInt32BE(crc32(content), 4)
  const chunk = [frame.subarray(0, 4), content, frame.subarray(4)]
  return Buffer.concat([png.subarray(0, END_OF_HEADER), ...chunk, png.subarray(END_OF_HEADER)])
}

/** Returns the profile of Display P3 that sharp has. */
export async function readP3Profile(): Promise<Uint8Array> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const { icc } = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()
  if (!icc) throw new Error('sharp has no profile of Display P3')
  return icc
}
