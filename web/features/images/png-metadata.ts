/** Reads of a PNG what a JPEG of the same picture keeps. Source: PNG (Third Edition), 5.3 and 11.3 */

const SIGNATURE_BYTES = 8
const COLOR_TYPE = 25
/** Color types without a channel for transparency: gray and RGB. */
const OPAQUE_TYPES = [0, 2]

/** The header of a text with XMP that is not compressed. */
const XMP = 'XML:com.adobe.xmp\0\0\0\0\0'
const MAX_SEGMENT = 65_533

interface Chunk {
  type: string
  content: Uint8Array
}

/** Returns whether a PNG has no transparency. */
export function isOpaquePng(png: Uint8Array): boolean {
  return OPAQUE_TYPES.includes(png[COLOR_TYPE] ?? 0) && listChunks(png).every(({ type }) => type !== 'tRNS')
}

/** Returns EXIF and XMP that precede the pixels of a PNG, as segments of a JPEG. */
export function listPngSegments(png: Uint8Array): Uint8Array<ArrayBuffer>[] {
  return listChunks(png).flatMap(({ type, content }) => {
    if (type === 'eXIf') return createSegment('Exif\0\0', content)
    const isXmp = type === 'iTXt' && toText(content.subarray(0, XMP.length)) === XMP
    return isXmp ? createSegment('http://ns.adobe.com/xap/1.0/\0', content.subarray(XMP.length)) : []
  })
}

function listChunks(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const chunks = []
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; ) {
    const type = toText(png.subarray(at + 4, at + 8))
    const end = at + 8 + view.getUint32(at)
    if (type === 'IDAT' || end > png.length) break
    chunks.push({ type, content: png.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** Source: ISO/IEC 10918-1, annex B */
function createSegment(header: string, content: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const length = header.length + content.length + 2
  if (length > MAX_SEGMENT) return []
  const start = Uint8Array.from(header, (char) => char.charCodeAt(0))
  return [new Uint8Array([0xff, 0xe1, length >> 8, length & 0xff, ...start, ...content])]
}

const toText = (bytes: Uint8Array) => String.fromCharCode(...bytes)
