/**
 * Writes resource bundles as ICU reads them (format version 1.2, little endian): nested tables, arrays, texts, numbers and bytes.
 * Source: https://github.com/unicode-org/icu/blob/main/icu4c/source/common/uresdata.h
 */

export type Resource =
  | { kind: 'table'; entries: Record<string, Resource> }
  | { kind: 'array'; items: Resource[] }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'numbers'; numbers: readonly number[] }
  | { kind: 'bytes'; bytes: readonly number[] }

/** The upper four bits of a reference to a resource. The others are its offset in words of four bytes, or a number itself. */
const TYPES = { text: 0, bytes: 1, table: 2, number: 7, array: 8, numbers: 14 }

const INDEX_COUNT = 6
/** The reference to the root comes first, then the indexes, then the keys. */
const KEYS_START = 4 * (1 + INDEX_COUNT)
const WITHOUT_FALLBACK = 1

/** Returns the file of a bundle. */
export function writeBundle(root: Resource): Buffer {
  const writer = new BundleWriter(listKeys(root))
  const reference = writer.write(root)
  const body = writer.finish(reference)
  return Buffer.concat([buildHeader(), body])
}

class BundleWriter {
  readonly #keys: Buffer
  readonly #keyOffsets = new Map<string, number>()
  readonly #parts: Buffer[] = []
  #end: number
  #longestTable = 0

  constructor(keys: readonly string[]) {
    const texts: string[] = []
    let offset = KEYS_START
    for (const key of keys) {
      this.#keyOffsets.set(key, offset)
      texts.push(`${key}\0`)
      offset += key.length + 1
    }
    this.#keys = pad(Buffer.from(texts.join(''), 'latin1'))
    this.#end = KEYS_START + this.#keys.length
  }

  /** Appends a resource after those that it refers to, and returns the reference to it. */
  write(resource: Resource): number {
    if (resource.kind === 'number') return refer('number', resource.number & 0x0fffffff)
    const data = this.#encode(resource)
    const reference = refer(resource.kind, this.#end / 4)
    this.#parts.push(data)
    this.#end += data.length
    return reference
  }

  finish(root: number): Buffer {
    const keysTop = (KEYS_START + this.#keys.length) / 4
    const top = this.#end / 4
    return Buffer.concat([
      toWords([root, INDEX_COUNT, keysTop, top, top, this.#longestTable, WITHOUT_FALLBACK]),
      this.#keys,
      ...this.#parts,
    ])
  }

  #encode(resource: Exclude<Resource, { kind: 'number' }>): Buffer {
    switch (resource.kind) {
      case 'text':
        return pad(Buffer.concat([toWords([resource.text.length]), Buffer.from(`${resource.text}\0`, 'utf16le')]))
      case 'bytes':
        return pad(Buffer.concat([toWords([resource.bytes.length]), Buffer.from(resource.bytes)]))
      case 'numbers':
        return toWords([resource.numbers.length, ...resource.numbers])
      case 'array':
        return toWords([resource.items.length, ...resource.items.map((item) => this.write(item))])
      case 'table':
        return this.#encodeTable(resource.entries)
    }
  }

  /** ICU finds the keys of a table by halving, so they are in order. */
  #encodeTable(entries: Record<string, Resource>): Buffer {
    const keys = Object.keys(entries).sort()
    this.#longestTable = Math.max(this.#longestTable, keys.length)
    const references = keys.map((key) => this.write(entries[key] as Resource))
    const head = Buffer.alloc(2 + 2 * keys.length)
    head.writeUInt16LE(keys.length)
    for (const [index, key] of keys.entries()) head.writeUInt16LE(this.#keyOffsets.get(key) ?? 0, 2 + 2 * index)
    return Buffer.concat([pad(head), toWords(references)])
  }
}

function listKeys(resource: Resource): string[] {
  const children = resource.kind === 'table' ? Object.entries(resource.entries) : []
  const nested = resource.kind === 'array' ? resource.items.flatMap(listKeys) : []
  return [...new Set([...children.flatMap(([key, child]) => [key, ...listKeys(child)]), ...nested])].sort()
}

function refer(kind: keyof typeof TYPES, offset: number): number {
  return ((TYPES[kind] << 28) | offset) >>> 0
}

function toWords(numbers: readonly number[]): Buffer {
  const words = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) words.writeUInt32LE(number >>> 0, 4 * index)
  return words
}

function pad(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

/** The header of ICU's data files (udata.h): little endian, ASCII, units of two bytes. */
function buildHeader(): Buffer {
  const header = Buffer.alloc(32)
  header.set([32, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0])
  header.write('ResB', 12, 'latin1')
  header.set([1, 2, 0, 0, 1, 4, 0, 0], 16)
  return header
}
