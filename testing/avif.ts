/** Adds a description of colors (CICP) to an AVIF file, which sharp does not write. Source: ISO/IEC 14496-12, 23008-12 */

const ADDED = 20

/** The matrix and the range that sharp writes. */
const BT601 = 6
const FULL_RANGE = 0x80

/** Returns the file with a box `colr` of its primary image, which has the first entry of `ipma`. */
export function insertCicp(avif: Buffer, primaries: number, transfer: number): Buffer {
  const meta = findBox(avif, 0, avif.length, 'meta')
  const metaContent = meta.start + 12
  const iprp = findBox(avif, metaContent, meta.end, 'iprp')
  const ipco = findBox(avif, iprp.start + 8, iprp.end, 'ipco')
  const ipma = findBox(avif, iprp.start + 8, iprp.end, 'ipma')
  const iloc = findBox(avif, metaContent, meta.end, 'iloc')
  const copy = Buffer.from(avif)
  for (const [box, added] of [
    [meta, ADDED],
    [iprp, ADDED],
    [ipco, ADDED - 1],
    [ipma, 1],
  ] as const)
    copy.writeUInt32BE(box.end - box.start + added, box.start)
  moveExtents(copy, iloc.start)
  const color = Buffer.alloc(ADDED - 1)
  color.writeUInt32BE(color.length, 0)
  color.write('colrnclx', 4, 'latin1')
  color.writeUInt16BE(primaries, 12)
  color.writeUInt16BE(transfer, 14)
  color.writeUInt16BE(BT601, 16)
  color[18] = FULL_RANGE
  const count = ipma.start + 18
  const associations = copy[count] ?? 0
  copy[count] = associations + 1
  const property = countBoxes(avif, ipco.start + 8, ipco.end) + 1
  const end = count + 1 + associations
  return Buffer.concat([
    copy.subarray(0, ipco.end),
    color,
    copy.subarray(ipco.end, end),
    Buffer.from([property]),
    copy.subarray(end),
  ])
}

/** The content of images follows `meta`, so that it moves by the bytes that are added. */
function moveExtents(bytes: Buffer, start: number): void {
  const version = bytes[start + 8] ?? 0
  const sizes = bytes.readUInt16BE(start + 12)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  let at = start + 16
  for (let items = bytes.readUInt16BE(start + 14); items > 0; items--) {
    const isInFile = version === 0 || bytes.readUInt16BE(at + 2) === 0
    at += version === 0 ? 4 : 6
    const base = at
    at += baseSize
    const extents = bytes.readUInt16BE(at)
    at += 2
    if (isInFile && baseSize > 0) bytes.writeUIntBE(bytes.readUIntBE(base, baseSize) + ADDED, base, baseSize)
    for (let extent = 0; extent < extents; extent++) {
      if (isInFile && baseSize === 0) bytes.writeUIntBE(bytes.readUIntBE(at, offsetSize) + ADDED, at, offsetSize)
      at += offsetSize + lengthSize
    }
  }
}

function findBox(bytes: Buffer, from: number, to: number, type: string): { start: number; end: number } {
  for (let start = from; start < to; start += bytes.readUInt32BE(start))
    if (bytes.toString('latin1', start + 4, start + 8) === type)
      return { start, end: start + bytes.readUInt32BE(start) }
  throw new Error(`the file has no box ${type}`)
}

function countBoxes(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let start = from; start < to; start += bytes.readUInt32BE(start)) count++
  return count
}
