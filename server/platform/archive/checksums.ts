/** The list of an archive's files with their checksums, in the format of `sha256sum`, so that `sha256sum --check` reads it too. */

/** The last file of every archive. */
export const CHECKSUMS = 'SHA256SUMS'

const LINE = /^([0-9a-f]{64}) [ *](.+)$/

export function toChecksumLine(name: string, hash: string): string {
  return `${hash}  ${name}\n`
}

/** Returns the checksums by the names of the files, or null for a text of another form. */
export function parseChecksums(text: string): Map<string, string> | null {
  const checksums = new Map<string, string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const [, hash, name] = LINE.exec(line) ?? []
    if (!hash || !name || checksums.has(name)) return null
    checksums.set(name, hash)
  }
  return checksums
}
