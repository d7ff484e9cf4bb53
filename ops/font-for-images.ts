/**
 * Writes the font of images for links on other sites as TrueType, since FreeType in sharp reads neither WOFF nor WOFF2:
 * `npm pack @fontsource/fraunces`, unpack it, then `node ops/font-for-images.ts package/files/fraunces-latin-400-normal.woff`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

const [source = ''] = process.argv.slice(2)
const TARGET = join(import.meta.dirname, '../server/domains/images/share/fraunces.ttf')

await writeFile(TARGET, toTrueType(await readFile(source)))

/** Unpacks the tables of a WOFF file. Source: W3C, WOFF File Format 1.0, sections 3 and 4 */
function toTrueType(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, 44 + index * 20))
  const power = 2 ** Math.floor(Math.log2(count))
  const header = Buffer.alloc(12 + 16 * count)
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [index, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    header.writeUInt16BE(value, 4 + index * 2)
  let offset = header.length
  for (const [index, { tag, checksum, data, length }] of tables.entries()) {
    tag.copy(header, 12 + 16 * index)
    for (const [place, value] of [checksum, offset, length].entries())
      header.writeUInt32BE(value, 16 + 16 * index + place * 4)
    offset += data.length
  }
  return Buffer.concat([header, ...tables.map(({ data }) => data)])
}

/** Reads a table, padded to four bytes. */
function readTable(woff: Buffer, entry: number) {
  const [offset = 0, compressed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((at) =>
    woff.readUInt32BE(entry + at),
  )
  const stored = woff.subarray(offset, offset + compressed)
  const data = Buffer.alloc(Math.ceil(length / 4) * 4)
  data.set(compressed < length ? inflateSync(stored) : stored)
  return { tag: woff.subarray(entry, entry + 4), checksum, data, length }
}
