/** Writes EXIF with values that sharp cannot write: lists, and more than 16 bits. Source: TIFF 6.0; CIPA DC-008 */

const TAGS = {
  ExposureTime: 0x829a,
  FNumber: 0x829d,
  ISOSpeedRatings: 0x8827,
  RecommendedExposureIndex: 0x8832,
  ISOSpeed: 0x8833,
  DateTimeOriginal: 0x9003,
  OffsetTimeOriginal: 0x9011,
  ShutterSpeedValue: 0x9201,
  ApertureValue: 0x9202,
}
const ORIENTATION = 0x0112
const EXIF_POINTER = 0x8769

/** Types by their numbers in an entry. */
const TYPES = { ascii: 2, short: 3, long: 4, rational: 5, srational: 10 }
const SIZES = { ascii: 1, short: 2, long: 4, rational: 8, srational: 8 }

type Value = { [Type in Exclude<keyof typeof TYPES, 'ascii'>]?: number[] } & { ascii?: string }
export type ExifValues = Partial<Record<keyof typeof TAGS, Value>>

/** Returns a TIFF structure with the values. Rationals are pairs of numbers. */
export function createExif(values: ExifValues, orientation = 1): Buffer {
  const entries = Object.entries(values).map(([name, value]) => ({
    tag: TAGS[name as keyof typeof TAGS],
    ...encode(value),
  }))
  const first = 8
  const second = first + 2 + 2 * 12 + 4
  const directory = createDirectory(
    [
      { tag: ORIENTATION, ...encode({ short: [orientation] }) },
      { tag: EXIF_POINTER, ...encode({ long: [second] }) },
    ],
    first,
  )
  const header = Buffer.from([0x49, 0x49, 42, 0, first, 0, 0, 0])
  return Buffer.concat([header, directory, createDirectory(entries, second)])
}

/** Returns a JPEG with EXIF. */
export function insertExif(jpeg: Uint8Array, exif: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
  const header = Buffer.from([0xff, 0xe1, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), header, content, jpeg.subarray(2)])
}

interface Encoded {
  type: number
  count: number
  data: Buffer
}

function encode(value: Value): Encoded {
  const [name, content] = Object.entries(value)[0] as [keyof typeof TYPES, number[] | string]
  const data = typeof content === 'string' ? Buffer.from(`${content}\0`, 'latin1') : encodeNumbers(name, content)
  return { type: TYPES[name], count: data.length / SIZES[name], data }
}

function encodeNumbers(name: keyof typeof TYPES, numbers: number[]): Buffer {
  const bytes = name === 'short' ? 2 : 4
  const data = Buffer.alloc(numbers.length * bytes)
  for (const [index, number] of numbers.entries())
    if (number < 0) data.writeIntLE(number, index * bytes, bytes)
    else data.writeUIntLE(number, index * bytes, bytes)
  return data
}

function createDirectory(entries: (Encoded & { tag: number })[], offset: number): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4)
  const values: Buffer[] = []
  let next = offset + table.length
  table.writeUInt16LE(entries.length, 0)
  for (const [index, { tag, type, count, data }] of entries.toSorted((a, b) => a.tag - b.tag).entries()) {
    const at = 2 + index * 12
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeUInt32LE(count, at + 4)
    if (data.length <= 4) data.copy(table, at + 8)
    else {
      table.writeUInt32LE(next, at + 8)
      values.push(data)
      next += data.length
    }
  }
  return Buffer.concat([table, ...values])
}
