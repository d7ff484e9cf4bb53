/** Copies EXIF, XMP and IPTC into JPEG files: a picture that the browser made smaller still says how and by whom it was made. */
import { detectImageType } from '#contract/image-type.ts'
import { listPngSegments } from './png-metadata.ts'

/** The markers of EXIF and XMP, and of IPTC. */
const METADATA = [0xe1, 0xed]
const FIRST_SEGMENT = 2
/** Segments precede the pixels; more than this of them is no metadata that we read. */
const MAX_BYTES = 1024 * 1024

const ORIENTATION = 0x0112
const EXIF = 'Exif\0\0'

/** Returns `target` with the metadata of a JPEG or a PNG. Its pixels are upright, so that the orientation becomes 1. */
export async function copyMetadata(source: Blob, target: Blob): Promise<Blob> {
  const bytes = await readHead(source)
  const isJpeg = detectImageType(bytes) === 'jpeg'
  const segments = isJpeg ? METADATA.flatMap((marker) => listSegments(bytes, marker)) : listPngSegments(bytes)
  for (const segment of segments) resetOrientation(segment)
  return new Blob([target.slice(0, FIRST_SEGMENT), ...segments, target.slice(FIRST_SEGMENT)], { type: target.type })
}

/** Returns the bytes of a file that may have metadata. */
export async function readHead(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MAX_BYTES).arrayBuffer())
}

/** Returns copies of the segments with a marker. Source: ISO/IEC 10918-1, annex B */
export function listSegments(bytes: Uint8Array, marker: number): Uint8Array<ArrayBuffer>[] {
  const segments = []
  let at = FIRST_SEGMENT
  while (at + 4 <= bytes.length && bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xe0) {
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (bytes[at + 1] === marker && end <= bytes.length) segments.push(new Uint8Array(bytes.slice(at, end)))
    at = end
  }
  return segments
}

/** Sets the orientation of a segment of EXIF to upright. Source: TIFF 6.0, section 2 */
function resetOrientation(segment: Uint8Array<ArrayBuffer>): void {
  const start = 4 + EXIF.length
  if (segment.length < start + 8 || String.fromCharCode(...segment.subarray(4, start)) !== EXIF) return
  const view = new DataView(segment.buffer, start)
  const isLittle = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return
  const entries = view.getUint16(directory, isLittle)
  for (let entry = directory + 2; entry < directory + 2 + entries * 12 && entry + 12 <= view.byteLength; entry += 12)
    if (view.getUint16(entry, isLittle) === ORIENTATION) view.setUint16(entry + 8, 1, isLittle)
}
