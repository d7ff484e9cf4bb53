import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createExif, type ExifValues, insertExif } from '../../../testing/exif.ts'
import { createPng, insertChunk, insertRawProfile, insertText, insertXmp } from '../../../testing/png.ts'
import {
  formatAperture,
  formatCamera,
  formatExposure,
  formatIso,
  formatShutter,
  formatTime,
  toNumber,
} from './exposure.ts'
import { readTags } from './image-tags.ts'

const TAKEN = '2026:05:01 06:40:12'

const dot = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

async function readFrom(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-exposure-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'image')
  await writeFile(file, bytes)
  return formatExposure(await readTags(file))
}

const readFromJpeg = async (values: ExifValues) =>
  readFrom(insertExif(await dot().jpeg().toBuffer(), createExif(values)))

const createXmp = (attributes: string, elements = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`

const XMP = createXmp(
  'exif:FNumber="14/5" exif:ExposureTime="1/60" exif:DateTimeOriginal="2026-05-01T06:40:12"',
  '<exif:ISOSpeedRatings><rdf:Seq><rdf:li>400</rdf:li></rdf:Seq></exif:ISOSpeedRatings>',
)

describe('the camera of an image', () => {
  const format = (exif: object) => formatCamera({ exif: { ...exif }, iptc: {}, xmp: {} })

  it.each([
    [{ Make: 'NIKON CORPORATION', Model: 'NIKON Z 6' }, 'NIKON Z 6'],
    [{ Make: 'SONY', Model: 'ILCE-7M4', LensModel: 'FE 50mm F1.8' }, 'SONY ILCE-7M4 · FE 50mm F1.8'],
    [{ Make: 'Canon', Model: 'Canon EOS R5', FocalLength: [50, 1] }, 'Canon EOS R5 · 50 mm'],
    [{ Model: 'Pinhole', FocalLength: [425, 100] }, 'Pinhole · 4.3 mm'],
    [{ FocalLength: [0, 0], Make: 7 }, ''],
    [{ Model: 'x'.repeat(1e5), LensModel: 'a\n\u0000b' }, `${'x'.repeat(60)} · a b`],
    [{}, ''],
  ])('%j reads %s', (exif, text) => expect(format(exif)).toBe(text))
})

describe('the exposure of an image', () => {
  it.each([
    [1 / 125, '1/125 s'],
    [0.25, '1/4 s'],
    [1 / 3, '1/3 s'],
    [0.3, '0.3 s'],
    [0.29, '0.29 s'],
    [0.5, '0.5 s'],
    [0.769, '0.8 s'],
    [1, '1 s'],
    [1.3, '1.3 s'],
    [30, '30 s'],
    [null, null],
    [1e9, null],
  ])('of %s seconds reads %s', (seconds, text) => expect(formatShutter(seconds)).toBe(text))

  it('has an aperture, an ISO and a time of day', () => {
    expect(formatAperture(2.8)).toBe('f/2.8')
    expect(formatAperture(8)).toBe('f/8')
    expect(formatAperture(0.95)).toBe('f/0.95')
    expect(formatIso(400)).toBe('ISO 400')
    expect(formatTime(TAKEN)).toBe('06:40')
    expect(formatTime('2026-05-01T06:40:12.50+02:00')).toBe('06:40')
    expect(formatTime('2026-05-01T06:40')).toBe('06:40')
  })

  it.each([
    [[0, 0]],
    [[1, 0]],
    [[-1, 2]],
    ['f/8'],
    [Number.NaN],
    [undefined],
    [{ evil: true }],
    [[1, 2, 3]],
    [''],
    ['/'],
  ])('ignores the value %j', (value) => expect(toNumber(value)).toBeNull())

  it.each([
    '2026:05:01 25:40:12',
    '0000:00:00 00:00:00',
    '0000:00:00 06:40:12',
    '2026:05:01 00:00:00',
    '2026-05-01T00:00',
    '2026-05-01',
    '1968:07:01',
    '1970:01:01 00:00:07',
    '1980-01-01T00:12:09',
    '    :  :     :  :  ',
    '<script>',
    undefined,
  ])('ignores the moment %s', (moment) => expect(formatTime(moment)).toBeNull())

  it.each<[string, ExifValues, string]>([
    ['one ISO', { ISOSpeedRatings: { short: [400] } }, 'ISO 400'],
    ['the same ISO twice', { ISOSpeedRatings: { short: [200, 200] } }, 'ISO 200'],
    ['an ISO after one that is not set', { ISOSpeedRatings: { short: [0, 200] } }, 'ISO 200'],
    ['two ISOs', { ISOSpeedRatings: { short: [400, 100] } }, 'ISO 400'],
    [
      'an ISO above 16 bits',
      { ISOSpeedRatings: { short: [65535] }, RecommendedExposureIndex: { long: [102400] } },
      'ISO 102400',
    ],
    ['an ISO speed above 16 bits', { ISOSpeedRatings: { short: [65535] }, ISOSpeed: { long: [204800] } }, 'ISO 204800'],
    ['an ISO above 16 bits that is nowhere else', { ISOSpeedRatings: { short: [65535] } }, ''],
    ['a fast lens', { FNumber: { rational: [95, 100] } }, 'f/0.95'],
    ['a third of a second', { ExposureTime: { rational: [1, 3] } }, '1/3 s'],
    [
      'APEX values of a camera',
      { ShutterSpeedValue: { srational: [7, 1] }, ApertureValue: { rational: [5, 1] } },
      'f/5.6 · 1/125 s',
    ],
    [
      'exact APEX values',
      { ShutterSpeedValue: { srational: [6965784, 1000000] }, ApertureValue: { rational: [297, 100] } },
      'f/2.8 · 1/125 s',
    ],
    ['APEX values of a phone', { ShutterSpeedValue: { srational: [5044394, 1000000] } }, '1/33 s'],
    ['an APEX value of a long exposure', { ShutterSpeedValue: { srational: [-3, 1] } }, '8 s'],
    [
      'APEX values beside others',
      { ExposureTime: { rational: [1, 250] }, ShutterSpeedValue: { srational: [7, 1] } },
      '1/250 s',
    ],
    [
      'a clock that was never set',
      { DateTimeOriginal: { ascii: '0000:00:00 00:00:00' }, FNumber: { rational: [8, 1] } },
      'f/8',
    ],
    [
      'all four',
      {
        ISOSpeedRatings: { short: [100] },
        FNumber: { rational: [8, 1] },
        ExposureTime: { rational: [1, 125] },
        DateTimeOriginal: { ascii: TAKEN },
      },
      'ISO 100 · f/8 · 1/125 s · 06:40',
    ],
  ])('of %s is read from EXIF', async (_, values, text) => expect(await readFromJpeg(values)).toBe(text))

  it('stays that of the camera where an editor has written XMP', async () => {
    const photo = dot().withExif({ IFD2: { FNumber: '28/10', ISOSpeedRatings: '100', DateTimeOriginal: TAKEN } })
    expect(await readFrom(await photo.withXmp(XMP).jpeg().toBuffer())).toBe('ISO 100 · f/2.8 · 1/60 s · 06:40')
  })

  it.each(['jpeg', 'webp'] as const)('is read from XMP alone, in a %s', async (format) => {
    expect(await readFrom(await dot().withXmp(XMP).toFormat(format).toBuffer())).toBe(
      'ISO 400 · f/2.8 · 1/60 s · 06:40',
    )
  })

  it.each(['exif', 'APP1'])('is read from the text of a PNG: Raw profile type %s', async (type) => {
    const exif = createExif({ FNumber: { rational: [8, 1] }, DateTimeOriginal: { ascii: TAKEN } })
    const bytes = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
    expect(await readFrom(insertRawProfile(createPng({ width: 8, height: 8 }), type, bytes))).toBe('f/8 · 06:40')
  })

  it('is read from the XMP of a PNG, compressed or not, and as an older program wrote it', async () => {
    const png = createPng({ width: 8, height: 8 })
    for (const isCompressed of [false, true])
      expect(await readFrom(insertXmp(png, XMP, isCompressed))).toBe('ISO 400 · f/2.8 · 1/60 s · 06:40')
    expect(await readFrom(await dot().withXmp(XMP).png().toBuffer())).toBe('ISO 400 · f/2.8 · 1/60 s · 06:40')
    expect(await readFrom(insertRawProfile(png, 'xmp', Buffer.from(XMP)))).toBe('ISO 400 · f/2.8 · 1/60 s · 06:40')
  })

  it('is not read behind a small text of a PNG that expands to many megabytes', async () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createExif({ FNumber: { rational: [8, 1] } })])
    const png = insertRawProfile(createPng({ width: 8, height: 8 }), 'exif', exif, true)
    expect(await readFrom(insertText(png, 'Comment', Buffer.alloc(1024 * 1024), true))).toBe('f/8')
    expect(await readFrom(insertText(png, 'Comment', Buffer.alloc(17 * 1024 * 1024), true))).toBe('')
  })

  it('is empty without metadata, and in a file that is not an image', async () => {
    expect(await readFrom(createPng({ width: 8, height: 8 }))).toBe('')
    expect(await readFrom(Buffer.from('no picture'))).toBe('')
    const broken = insertChunk(
      createPng({ width: 8, height: 8 }),
      'tEXt',
      Buffer.from('Raw profile type exif\0\nexif\n 9\nzz'),
    )
    expect(await readFrom(broken)).toBe('')
  })
})
