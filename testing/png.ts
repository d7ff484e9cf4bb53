/** Writes PNG files with chunks that sharp does not write. Source: PNG (Third Edition), 5.3, 11.2, 11.3 */
import { crc32, deflateSync } from 'node:zlib'

/** Color types by their channels. */
const COLOR_TYPES = [0, 0, 4, 2, 6]

interface PngOptions {
  width: number
  height: number
  bits?: 1 | 8 | 16
  channels?: 1 | 2 | 3 | 4
  /** Samples from 0 to 1, row by row; without them the image is black. */
  samples?: ArrayLike<number>
  /** Types and contents of more chunks. */
  chunks?: [type: string, data: Uint8Array][]
}

/** Creates a PNG with one filter for all rows: none. */
export function createPng({ width, height, bits = 8, channels = 3, samples, chunks = [] }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = COLOR_TYPES[channels] ?? 2
  const rowBytes = Math.ceil((width * bits * channels) / 8) + 1
  const rows = Buffer.alloc(rowBytes * height)
  const sampleBytes = bits / 8
  for (let index = 0; samples && index < samples.length; index++) {
    const [row, column] = [Math.floor(index / (width * channels)), index % (width * channels)]
    const value = Math.round((samples[index] ?? 0) * (2 ** bits - 1))
    rows.writeUIntBE(value, row * rowBytes + 1 + column * sampleBytes, sampleBytes)
  }
  const all = [['IHDR', header], ...chunks, ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)]] as const
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...all.map(([type, data]) => createChunk(type, data)),
  ])
}

/** Creates a profile of the white of all profiles. Source: ICC.1 (4.4), 7.2 and 7.3 */
export function createProfile(space: 'GRAY' | 'RGB ', tags: [name: string, content: Buffer][]): Buffer {
  const header = Buffer.alloc(132 + tags.length * 12)
  header.writeUInt32BE(0x02400000, 8)
  header.write(`mntr${space}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  Buffer.from('\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d', 'latin1').copy(header, 68)
  header.writeUInt32BE(tags.length, 128)
  let end = header.length
  for (const [index, [name, { length }]] of tags.entries()) {
    header.write(name, 132 + index * 12, 'latin1')
    header.writeUInt32BE(end, 136 + index * 12)
    header.writeUInt32BE(length, 140 + index * 12)
    end += length
  }
  header.writeUInt32BE(end, 0)
  return Buffer.concat([header, ...tags.map(([, content]) => content)])
}

/** Returns the chunk of a profile. */
export function createProfileChunk(profile: Uint8Array): [string, Buffer] {
  return ['iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])]
}

/** Returns a PNG with one more chunk after its header. */
export function insertChunk(png: Buffer, type: string, data: Uint8Array): Buffer {
  const at = 8 + 25
  return Buffer.concat([png.subarray(0, at), createChunk(type, data), png.subarray(at)])
}

/** Returns a PNG with metadata in a text, as ImageMagick writes it. */
export function insertRawProfile(png: Buffer, type: string, bytes: Uint8Array, isCompressed = false): Buffer {
  const lines = Buffer.from(bytes)
    .toString('hex')
    .match(/.{1,72}/g)
    ?.join('\n')
  const text = Buffer.from(`\n${type}\n${String(bytes.length).padStart(8)}\n${lines}\n`, 'latin1')
  return insertText(png, `Raw profile type ${type}`, text, isCompressed)
}

/** Returns a PNG with a text. */
export function insertText(png: Buffer, keyword: string, text: Uint8Array, isCompressed = false): Buffer {
  const content = isCompressed ? [Buffer.from([0]), deflateSync(text)] : [text]
  return insertChunk(
    png,
    isCompressed ? 'zTXt' : 'tEXt',
    Buffer.concat([Buffer.from(`${keyword}\0`, 'latin1'), ...content]),
  )
}

/** Returns a PNG with XMP. */
export function insertXmp(png: Buffer, xmp: string, isCompressed = false): Buffer {
  const header = Buffer.from(`XML:com.adobe.xmp\0${isCompressed ? '\x01' : '\0'}\0\0\0`, 'latin1')
  const text = Buffer.from(xmp)
  return insertChunk(png, 'iTXt', Buffer.concat([header, isCompressed ? deflateSync(text) : text]))
}

function createChunk(type: string, data: Uint8Array): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
