/** Reads the EXIF and the XMP of an image as plain values. Runs in the encoder's process, since the file is untrusted. */
import { inflateSync } from 'node:zlib'
import ExifReader, { type ExpandedTags } from 'exifreader'
import sharp from 'sharp'

/** Values by the names of tags: numbers, fractions as two numbers, texts, and lists of them. */
export interface Tags {
  exif: Record<string, unknown>
  iptc: Record<string, unknown>
  xmp: Record<string, unknown>
}

/** Bytes that the compressed texts and the profile of a file may expand to, all together: many times what programs write. */
const MAX_EXPANDED_BYTES = 16 * 1024 * 1024

/** exifreader limits each text alone, and a file of some megabytes may have thousands that expand to gigabytes. Nothing is read behind the limit. */
function createOptions() {
  let left = MAX_EXPANDED_BYTES
  const deflate = async (compressed: Uint8Array): Promise<Uint8Array> => {
    const most = left
    left = 0
    const expanded = inflateSync(compressed, { maxOutputLength: most })
    left = most - expanded.length
    return expanded
  }
  return { expanded: true, async: true, decompress: { deflate } } as const
}

/** The keywords under which ImageMagick and others write metadata into the text of a PNG. */
const RAW_PROFILE = /^raw profile type (exif|app1|xmp|iptc)$/i

/** Begin a segment of a JPEG. Source: CIPA DC-008, 4.7.2; ISO 16684-3, 1.1.3; Adobe Photoshop File Formats */
const HEADERS = { exif: 'Exif\0\0', xmp: 'http://ns.adobe.com/xap/1.0/\0', iptc: 'Photoshop 3.0\0' }
const MAX_SEGMENT = 65_533

/** Returns the tags of a file; none where it has no metadata, or where that cannot be read. */
export async function readTags(file: string): Promise<Tags> {
  return load(file).catch(() => ({ exif: {}, iptc: {}, xmp: {} }))
}

async function load(file: string): Promise<Tags> {
  const { exif, iptc, xmp, pngFile, pngText } = await ExifReader.load(file, createOptions())
  const other = pngFile ? await loadTexts(file, pngText ?? {}) : {}
  return {
    exif: mapTags(exif ?? other.exif ?? {}, readExifValue),
    iptc: mapTags(iptc ?? other.iptc ?? {}, readIptcValue),
    xmp: mapTags({ ...other.xmp, ...xmp }, readXmpValue),
  }
}

/** exifreader 4.46 reads only some of the metadata in texts of a PNG. So it reads them as the segments of a JPEG. */
async function loadTexts(file: string, texts: Record<string, { value?: unknown }>): Promise<Partial<ExpandedTags>> {
  const { xmp } = await sharp(file, { limitInputPixels: false }).metadata()
  const segments = Object.entries(texts).flatMap(([keyword, { value }]) => {
    const [, type] = RAW_PROFILE.exec(keyword) ?? []
    return type ? createSegment(type.toLowerCase(), readRawProfile(String(value))) : []
  })
  if (xmp) segments.push(...createSegment('xmp', xmp))
  if (segments.length === 0) return {}
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xd9])])
  return ExifReader.load(jpeg, createOptions())
}

/** Returns the bytes of a text that is a name, a length and hexadecimal digits. */
function readRawProfile(text: string): Buffer {
  const [, , ...digits] = text.trim().split('\n')
  return Buffer.from(digits.join(''), 'hex')
}

/** @param type that of the text; `app1` is EXIF or XMP, and has the header of its segment already */
function createSegment(type: string, bytes: Buffer): Buffer[] {
  const header = Buffer.from(HEADERS[type as keyof typeof HEADERS] ?? '', 'latin1')
  const content = bytes.indexOf(header) === 0 ? bytes : Buffer.concat([header, bytes])
  if (content.length + 2 > MAX_SEGMENT) return []
  const frame = Buffer.from([0xff, type === 'iptc' ? 0xed : 0xe1, 0, 0])
  frame.writeUInt16BE(content.length + 2, 2)
  return [frame, content]
}

function mapTags(
  tags: object,
  read: (tag: { value?: unknown; description?: string }) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(tags).filter(([, tag]) => typeof tag === 'object' && tag !== null)
  return Object.fromEntries(entries.map(([name, tag]) => [name, read(tag)]))
}

/** The value of a text is a list of one. */
function readExifValue({ value }: { value?: unknown }): unknown {
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : value
}

/** The value is bytes. A repeated tag is a list. */
function readIptcValue(tag: { description?: string } | { description?: string }[]): unknown {
  return Array.isArray(tag) ? tag.map(({ description }) => description) : tag.description
}

/**
 * The value of a list, or of a text in several languages, is a list of tags; that of a list of structures is one of their tags. The text
 * of the default language becomes the first.
 */
function readXmpValue({ value }: { value?: unknown }): unknown {
  if (!Array.isArray(value)) return value
  const isDefault = (item: { attributes?: Record<string, string> } | null) => item?.attributes?.lang === 'x-default'
  return [...value.filter(isDefault), ...value.filter((item) => !isDefault(item))].map((item) => item?.value ?? item)
}
