/** Adds properties to an AVIF file, which sharp does not write. Source: ISO/IEC 14496-12, 23008-12 */

/** The matrix and the range that sharp writes. */
const BT601 = 6
const FULL_RANGE = 0x80

/** Returns the file with a description of its colors (CICP). */
export function insertCicp(avif: Buffer, primaries: number, transfer: number): Buffer {
  const color = Buffer.alloc(19)
  color.write('colrnclx', 4, 'latin1')
  color.writeUInt16BE(primaries, 12)
  color.writeUInt16BE(transfer, 14)
  color.writeUInt16BE(BT601, 16)
  color[18] = FULL_RANGE
  return insertProperty(avif, color)
}

/** Returns the file with the type of an auxiliary image, as phones write it for a gain map. */
export function insertAuxiliaryType(avif: Buffer, type: string): Buffer {
  return insertProperty(avif, Buffer.from(`\0\0\0\0auxC\0\0\0\0${type}\0`, 'latin1'))
}

/** Adds a box to the properties of the primary image, which has the first entry of `ipma`. @param box its first four bytes become its length */
function insertProperty(avif: Buffer, box: Buffer): Buffer {
  box.writeUInt32BE(box.length, 0)
  const added = box.length + 1
  const meta = findBox(avif, 0, avif.length, 'meta')
  const metaContent = meta.start + 12
  const iprp = findBox(avif, metaContent, meta.end, 'iprp')
  const ipco = findBox(avif, iprp.start + 8, iprp.end, 'ipco')
  const ipma = findBox(avif, iprp.start + 8, iprp.end, 'ipma')
  const iloc = findBox(avif, metaContent, meta.end, 'iloc')
  const copy = Buffer.from(avif)
  for (const [{ start, end }, bytes] of [
    [meta, added],
    [iprp, added],
    [ipco, box.length],
    [ipma, 1],
  ] as const)
    copy.writeUInt32BE(end - start + bytes, start)
  moveExtents(copy, iloc.start, added)
  const count = ipma.start + 18
  const associations = copy[count] ?? 0
  copy[count] = associations + 1
  const property = countBoxes(avif, ipco.start + 8, ipco.end) + 1
  const end = count + 1 + associations
  return Buffer.concat([
    copy.subarray(0, ipco.end),
    box,
    copy.subarray(ipco.end, end),
    Buffer.from([property]),
    copy.subarray(end),
  ])
}

/** The content of images follows `meta`, so that it moves by the bytes that are added. */
function moveExtents(bytes: Buffer, start: number, added: number): void {
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
    if (isInFile && baseSize > 0) bytes.writeUIntBE(bytes.readUIntBE(base, baseSize) + added, base, baseSize)
    for (let extent = 0; extent < extents; extent++) {
      if (isInFile && baseSize === 0) bytes.writeUIntBE(bytes.readUIntBE(at, offsetSize) + added, at, offsetSize)
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
