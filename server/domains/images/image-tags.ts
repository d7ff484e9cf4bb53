/** Reads the EXIF and the XMP of an image as plain values. Runs in the encoder's process, since the file is untrusted. */
import ExifReader from 'exifreader'

/** Values by the names of tags: numbers, fractions as two numbers, texts, and lists of them. */
export interface Tags {
  exif: Record<string, unknown>
  iptc: Record<string, unknown>
  xmp: Record<string, unknown>
}

const OPTIONS = { expanded: true, async: true } as const

/** The keyword under which ImageMagick and others write EXIF into the text of a PNG. */
const RAW_PROFILE = /^raw profile type (exif|app1)$/i

/** Returns the tags of a file; none where it has no metadata, or where that cannot be read. */
export async function readTags(file: string): Promise<Tags> {
  return load(file).catch(() => ({ exif: {}, iptc: {}, xmp: {} }))
}

async function load(file: string): Promise<Tags> {
  const { exif, iptc, xmp, pngText = {} } = await ExifReader.load(file, OPTIONS)
  const raw = exif ? undefined : Object.entries(pngText).find(([keyword]) => RAW_PROFILE.test(keyword))?.[1]
  const { exif: rawExif } = raw ? await readRawProfile(String(raw.value)) : {}
  return {
    exif: mapTags(exif ?? rawExif ?? {}, readExifValue),
    iptc: mapTags(iptc ?? {}, readIptcValue),
    xmp: mapTags(xmp ?? {}, readXmpValue),
  }
}

/** exifreader 4.46 reads such a text only where it is compressed. It is a name, a length and the bytes in hexadecimal digits. */
function readRawProfile(text: string) {
  const [, , ...digits] = text.trim().split('\n')
  const bytes = Buffer.from(digits.join(''), 'hex')
  return ExifReader.load(bytes.subarray(bytes.indexOf('Exif\0\0') === 0 ? 6 : 0), OPTIONS)
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

/** The value of a list, or of a text in several languages, is a list of tags; that of a list of structures is one of their tags. */
function readXmpValue({ value }: { value?: unknown }): unknown {
  return Array.isArray(value) ? value.map((item) => item?.value ?? item) : value
}
