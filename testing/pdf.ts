/** Reads a PDF that pdfkit has written, in tests: its structure, and the text that its pages draw. */
import { inflateSync } from 'node:zlib'

interface PdfObject {
  /** The dictionary as it is written. */
  dictionary: string
  stream: string
}

export interface Pdf {
  /** All dictionaries. */
  source: string
  /** The types of the structure's elements, in reading order: `H1`. */
  elements: string[]
  /** Text of the drawing, a line for each element. */
  text: string
  /** The operators of the pages. */
  drawing: string
  /** In XML. */
  metadata: string
}

export function readPdf(file: Buffer): Pdf {
  const objects = readObjects(file.toString('latin1'))
  const dictionaries = [...objects.values()].map(({ dictionary }) => dictionary)
  const drawing = [...objects.values()].map(({ stream }) => stream).filter((stream) => stream.includes(' Tf\n'))
  return {
    source: dictionaries.join('\n'),
    elements: dictionaries.flatMap((each) => /^\/S \/(\w+)/m.exec(each)?.[1] ?? []),
    text: readText(readFonts(objects), drawing.join('\n')),
    drawing: drawing.join('\n'),
    metadata: Buffer.from(findMetadata(objects), 'latin1').toString(),
  }
}

function findMetadata(objects: Map<number, PdfObject>): string {
  return [...objects.values()].find(({ dictionary }) => dictionary.includes('/Subtype /XML'))?.stream ?? ''
}

function readObjects(source: string): Map<number, PdfObject> {
  const found = [...source.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)]
  const objects = found.map(([, id, body = '']): [number, PdfObject] => {
    const [dictionary = '', ...rest] = body.split('\nstream\n')
    const raw = rest.join('\nstream\n').replace(/\nendstream$/, '')
    const isPacked = dictionary.includes('/FlateDecode') && !dictionary.includes('/Image')
    return [Number(id), { dictionary, stream: isPacked ? inflate(raw) : raw }]
  })
  return new Map(objects.toSorted(([a], [b]) => a - b))
}

const inflate = (packed: string) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')

function readText(fonts: Map<string, string[]>, drawing: string): string {
  let font: string[] = []
  let text = ''
  for (const [mark, name, drawn] of drawing.matchAll(/BDC|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (mark === 'BDC') text += '\n'
    else if (name) font = fonts.get(name) ?? []
    else
      text += readGlyphs(drawn ?? '')
        .map((glyph) => font[glyph])
        .join('')
  }
  return text
}

/** Returns the numbers of the glyphs in `[<00010002> 11 <0003> 0]`. */
function readGlyphs(drawn: string): number[] {
  const hex = (drawn.match(/<\w+>/g) ?? []).join('').replaceAll(/[<>]/g, '')
  return (hex.match(/\w{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))
}

/** Returns the characters of each glyph of each font. */
function readFonts(objects: Map<number, PdfObject>): Map<string, string[]> {
  const all = [...objects.values()].map(({ dictionary }) => dictionary).join('\n')
  const named = [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  return new Map(
    named.map(([, name = '', id]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.dictionary ?? '') ?? []
      const ranges = objects.get(Number(map))?.stream.match(/\[(.*?)\]/g) ?? []
      const glyphs = ranges.flatMap((range) => range.match(/<[^>]*>/g) ?? [])
      return [name, glyphs.map((glyph) => readUnicode(glyph))]
    }),
  )
}

function readUnicode(hex: string): string {
  return (hex.match(/\w{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}
