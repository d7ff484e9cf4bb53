import ExifReader from 'exifreader'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createExif, insertExif } from '../../../testing/exif.ts'
import { createPng, insertChunk, insertXmp } from '../../../testing/png.ts'
import { createXmp } from '../../../testing/xmp.ts'
import { copyMetadata, listSegments } from './jpeg-metadata.ts'
import { isOpaquePng } from './png-metadata.ts'

const dot = (color: string) => sharp({ create: { width: 8, height: 8, channels: 3, background: color } }).jpeg()
const toBlob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })

test('a smaller picture has the metadata of its file, and is upright', async () => {
  const exif = createExif({ FNumber: { rational: [28, 10] }, ISOSpeedRatings: { short: [400] } }, 6)
  const xmp = await dot('red').withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer()
  const iptc = Buffer.from('\xff\xed\0\x24Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08\x1c\x02\x50\0\x03Ada', 'latin1')
  const source = Buffer.concat([xmp.subarray(0, 2), iptc, insertExif(xmp, exif).subarray(2)])
  const copied = await copyMetadata(toBlob(source), toBlob(await dot('blue').toBuffer()))
  const bytes = Buffer.from(await copied.arrayBuffer())
  expect(listSegments(bytes, 0xe1)).toHaveLength(2)
  const tags = ExifReader.load(bytes)
  expect(tags['By-line']).toMatchObject({ description: 'Ada' })
  expect([tags.FNumber?.value, tags.ISOSpeedRatings?.value, tags.Orientation?.value]).toEqual([[28, 10], 400, 1])
  const { orientation, width } = await sharp(bytes).metadata()
  expect([orientation, width]).toEqual([1, 8])
  const [red = 0, , blue = 0] = await sharp(bytes).raw().toBuffer()
  expect(blue).toBeGreaterThan(red)
})

test('a smaller picture has the EXIF and the XMP of a PNG', async () => {
  const exif = createExif({ FNumber: { rational: [28, 10] } }, 6)
  const xmp = createXmp({ 'dc:creator': '<rdf:Seq><rdf:li>Jürgen</rdf:li></rdf:Seq>' })
  const png = insertChunk(insertXmp(createPng({ width: 8, height: 8 }), xmp), 'eXIf', exif)
  const copied = await copyMetadata(toBlob(png), toBlob(await dot('blue').toBuffer()))
  const tags = ExifReader.load(Buffer.from(await copied.arrayBuffer()))
  expect([tags.FNumber?.value, tags.Orientation?.value, tags.creator?.description]).toEqual([[28, 10], 1, 'Jürgen'])
})

test('a PNG is opaque without a channel and without a color for transparency', () => {
  expect(isOpaquePng(createPng({ width: 8, height: 8, channels: 3 }))).toBe(true)
  expect(isOpaquePng(createPng({ width: 8, height: 8, channels: 1 }))).toBe(true)
  expect(isOpaquePng(createPng({ width: 8, height: 8, channels: 4 }))).toBe(false)
  expect(isOpaquePng(insertChunk(createPng({ width: 8, height: 8 }), 'tRNS', Buffer.alloc(6)))).toBe(false)
})

test.each([
  ['of a PNG that ends in a chunk', createPng({ width: 8, height: 8 }).subarray(0, 40)],
  ['without metadata', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2])],
  ['that ends in a segment', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1])],
  [
    'with EXIF that leads nowhere',
    insertExif(Buffer.from([0xff, 0xd8]), Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1')),
  ],
])('a file %s harms nothing', async (_, source) => {
  const target = await dot('blue').toBuffer()
  const copied = await copyMetadata(toBlob(source), toBlob(target))
  expect((await sharp(Buffer.from(await copied.arrayBuffer())).metadata()).width).toBe(8)
})
