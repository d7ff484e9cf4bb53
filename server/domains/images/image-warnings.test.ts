import { beforeAll, beforeEach, expect, it } from 'vitest'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { insertAuxiliaryType } from '../../../testing/avif.ts'
import { drawTwoColors, upload } from '../../../testing/images.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { createXmp } from '../../../testing/xmp.ts'

const application = openForThisFile()
let instructor: Visitor
beforeAll(async () => {
  instructor = await application.signedIn('instructor')
})
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const draw = () => drawTwoColors(60, 40)
const HDR_XMP = createXmp({ 'hdrgm:Version': '1.0' })
const ISO_SEGMENT = Buffer.from('\xff\xe2\0\x22urn:iso:std:iso:ts:21496:-1\0\0\0\0\0', 'latin1')
const APPLE = 'urn:com:apple:photo:2020:aux:hdrgainmap'

const drawClaim = () => draw().withXmp(HDR_XMP).jpeg().toBuffer()

/** A gain map follows the image as a JPEG of its own. */
async function drawUltraHdr(): Promise<Buffer> {
  return Buffer.concat([await drawClaim(), await draw().greyscale().withXmp(HDR_XMP).jpeg().toBuffer()])
}

async function drawIsoGainMap(): Promise<Buffer> {
  const map = await draw().greyscale().jpeg().toBuffer()
  return Buffer.concat([await draw().jpeg().toBuffer(), map.subarray(0, 2), ISO_SEGMENT, map.subarray(2)])
}

const read = async (bytes: Buffer) => (await upload(instructor, new Uint8Array(bytes))).warnings

it.each([
  ['of CMYK without a profile', () => draw().toColourspace('cmyk').jpeg().toBuffer(), ['cmyk']],
  ['of Ultra HDR', drawUltraHdr, ['gain_map']],
  ['with a gain map of ISO 21496-1', drawIsoGainMap, ['gain_map']],
  [
    'with the gain map of a phone, as HEIC and AVIF have it',
    async () => insertAuxiliaryType(await draw().avif().toBuffer(), APPLE),
    ['gain_map'],
  ],
  ['with transparency', () => draw().ensureAlpha(0.5).png().toBuffer(), ['transparent']],
])('a picture %s is accepted with a warning, each time', async (_, create, warnings) => {
  const bytes = await create()
  expect(await read(bytes)).toEqual(warnings)
  expect(await read(bytes)).toEqual(warnings)
})

it.each([
  ['JPEG', () => draw().jpeg().toBuffer()],
  ['PNG', () => draw().png().toBuffer()],
  ['WebP', () => draw().webp().toBuffer()],
  ['AVIF', () => draw().avif().toBuffer()],
  ['PNG with a channel for transparency that is opaque', () => draw().ensureAlpha(1).png().toBuffer()],
  ['JPEG of CMYK with its profile', () => draw().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()],
  ['gray JPEG', () => draw().greyscale().jpeg().toBuffer()],
  ['JPEG that claims a gain map which an editor has dropped', drawClaim],
])('a %s is accepted without a warning', async (_, create) => {
  expect(await read(await create())).toBeUndefined()
})
