/** Finds what an image loses when it is encoded again. Runs in the encoder's process, since the file is untrusted. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { ImageWarning } from '#contract/images.ts'
import { findBox } from './color-source.ts'

/**
 * Returns the warnings of a file that is accepted; none where it cannot be read.
 * @param isTransparent true for transparency that is real, and lost in e-mails
 */
export async function readWarnings(file: string, isTransparent = false): Promise<ImageWarning[]> {
  const warnings = await findWarnings(await readFile(file)).catch(() => [])
  return isTransparent ? [...warnings, 'transparent'] : warnings
}

async function findWarnings(bytes: Buffer): Promise<ImageWarning[]> {
  const { format, space, icc } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const isUnknownPrint = space === 'cmyk' && readProfileSpace(icc) !== 'CMYK'
  const hasGainMap = format === 'jpeg' ? hasGainMapAfter(bytes) : format === 'heif' && hasGainMapItem(bytes)
  return [...(isUnknownPrint ? (['cmyk'] as const) : []), ...(hasGainMap ? (['gain_map'] as const) : [])]
}

/** Returns the color space of a profile. Source: ICC.1 (4.4), 7.2 */
const readProfileSpace = (icc: Buffer | undefined) => icc?.toString('latin1', 16, 20)

const APPLE = 'urn:com:apple:photo:2020:aux:hdrgainmap'

/** Marks of a gain map in its own metadata. Source: Ultra HDR 1.1; ISO 21496-1, annex C */
const MARKS = ['http://ns.adobe.com/hdr-gain-map/1.0/', 'urn:iso:std:iso:ts:21496:-1', APPLE]

/** A gain map is an image of its own after the first. The first one's metadata may claim it after an editor has dropped it. */
function hasGainMapAfter(jpeg: Buffer): boolean {
  const rest = jpeg.subarray(findPixels(jpeg))
  return MARKS.some((mark) => rest.includes(mark, 0, 'latin1'))
}

const START_OF_SCAN = 0xda

/** Returns where the pixels of a JPEG begin, or the length of a file without any. Source: ISO/IEC 10918-1, annex B */
function findPixels(jpeg: Buffer): number {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at + 1] !== START_OF_SCAN) {
    // Any number of 0xff may precede a marker.
    const isFill = jpeg[at + 1] === 0xff
    at += isFill ? 1 : 2 + jpeg.readUInt16BE(at + 2)
  }
  return at
}

/** AVIF and HEIC list their images, one of which is a gain map. Source: ISO/IEC 23008-12, 6.6.2.4 */
function hasGainMapItem(bytes: Buffer): boolean {
  const meta = findBox(bytes, 'meta')
  return Boolean(meta?.includes('tmap', 0, 'latin1') || meta?.includes(APPLE, 0, 'latin1'))
}
