/** Reads an archive (ZIP) whose every file has a checksum. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartError } from '#server/platform/start-error.ts'
import { CHECKSUMS, parseChecksums } from './checksums.ts'

/** The list of checksums and the description of an archive are read at once. Beyond this, they are not ours. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024

export class ArchiveReader {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  readonly #checksums: Map<string, string>

  constructor(zip: ZipFile, entries: Map<string, Entry>, checksums: Map<string, string>) {
    this.#zip = zip
    this.#entries = entries
    this.#checksums = checksums
  }

  /** The names of all files but the checksums, in their order. */
  get names(): string[] {
    return [...this.#checksums.keys()]
  }

  /** Bytes of all files that begin with a prefix, once they are unpacked. */
  measure(prefix = ''): number {
    const sizes = [...this.#entries].map(([name, { uncompressedSize }]) =>
      name.startsWith(prefix) ? uncompressedSize : 0,
    )
    return sizes.reduce((all, size) => all + size, 0)
  }

  /** Returns the content of a file. The stream fails at its end where the checksum differs. @throws StartError for an unknown name */
  async read(name: string): Promise<Readable> {
    const [entry, expected] = [this.#entries.get(name), this.#checksums.get(name)]
    if (!entry || !expected) throw new StartError(`The archive has no file ${name}.`)
    return Readable.from(verify(await this.#zip.openReadStreamPromise(entry), name, expected))
  }

  /** Returns a short file as text. @throws StartError */
  async readText(name: string): Promise<string> {
    if ((this.#entries.get(name)?.uncompressedSize ?? 0) > MAX_TEXT_BYTES)
      throw new StartError(`The archive is damaged: ${name} is too large.`)
    return text(await this.read(name))
  }

  /** Reads everything once. @throws StartError naming the first file that is damaged */
  async verify(): Promise<void> {
    for (const name of this.names) {
      const content = await this.read(name)
      await pipeline(content, async (chunks) => {
        for await (const _ of chunks);
      })
    }
  }

  close(): void {
    this.#zip.close()
  }
}

/** Opens an archive. @throws StartError where it is missing, not complete or not ours */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code) throw new StartError(`Cannot read ${path} (${error.code}).`)
    throw new StartError(`${path} is not a complete archive (${error.message}).`)
  })
  try {
    const entries = await listEntries(zip)
    const checksums = await readChecksums(zip, entries)
    const listed = [...entries.keys()].filter((name) => name !== CHECKSUMS)
    const unlisted = listed.find((name) => !checksums.has(name))
    const missing = [...checksums.keys()].find((name) => !entries.has(name))
    if (unlisted || missing) throw new StartError(`The archive is damaged: ${unlisted ?? missing} is not expected.`)
    return new ArchiveReader(zip, entries, checksums)
  } catch (error) {
    zip.close()
    if (error instanceof StartError) throw error
    throw new StartError(`${path} is damaged (${(error as Error).message}).`)
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new StartError(`The archive is damaged: it has ${entry.fileName} twice.`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function readChecksums(zip: ZipFile, entries: Map<string, Entry>): Promise<Map<string, string>> {
  const entry = entries.get(CHECKSUMS)
  const isReadable = entry && entry.uncompressedSize <= MAX_TEXT_BYTES
  const checksums = isReadable ? parseChecksums(await text(await zip.openReadStreamPromise(entry))) : null
  if (!checksums) throw new StartError(`The archive is not ours: it has no ${CHECKSUMS}.`)
  return checksums
}

async function* verify(content: AsyncIterable<Buffer>, name: string, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw new StartError(`The archive is damaged: ${name} cannot be read (${(error as Error).message}).`)
  }
  if (hash.digest('hex') !== expected) throw new StartError(`The archive is damaged: ${name} has another checksum.`)
}
