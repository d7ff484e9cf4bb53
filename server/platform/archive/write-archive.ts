/** Writes an archive (ZIP) as a stream: one file after the other, so that memory does not grow with their size. */
import { createHash } from 'node:crypto'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { CHECKSUMS, toChecksumLine } from './checksums.ts'

/** Only the owner may read the files once they are unpacked. */
const MODE = 0o100600

export interface AddOptions {
  /** Images are compressed already. */
  compress?: boolean
}

export class ArchiveWriter {
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  readonly #mtime: Date
  #checksums = ''

  /** @param mtime the time of every file in the archive */
  constructor(output: Writable, mtime: Date) {
    this.#mtime = mtime
    this.#written = pipeline(this.#zip.outputStream, output)
    // `add` and `close` report it.
    this.#written.catch(() => {})
  }

  /** Adds a file and waits until the archive has taken its content. @throws whatever reading it or writing the archive throws */
  async add(name: string, content: Readable | string, { compress = true }: AddOptions = {}): Promise<void> {
    const hash = createHash('sha256')
    const entry = new PassThrough()
    this.#zip.addReadStream(entry, name, { compress, mode: MODE, mtime: this.#mtime })
    const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content
    const measured = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    const transfer = pipeline(source, measured, entry)
    transfer.catch(() => {})
    // An archive that cannot be written takes no more content, so that waiting for it alone would never end.
    await Promise.race([transfer, this.#written.then(() => transfer)])
    this.#checksums += toChecksumLine(name, hash.digest('hex'))
  }

  /** Adds the list of checksums and waits until everything is written. */
  async close(): Promise<void> {
    await this.add(CHECKSUMS, this.#checksums)
    this.#zip.end()
    await this.#written
  }
}
