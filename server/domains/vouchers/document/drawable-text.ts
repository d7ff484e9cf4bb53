/**
 * Finds the fonts of a text. A PDF has those that are embedded, and a viewer replaces none of them. Ours have the letters of Latin, Greek and
 * Cyrillic. They join no letters as Arabic and Indic scripts do, and write from the left.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import { ROOT } from '#server/platform/root.ts'

/** Subsets of Fontsource's, and in them the files for each text, the first one that has a character first. */
const FOLDER = join(ROOT, 'server/domains/vouchers/document/fonts')
const FILES = [
  'hanken-grotesk-latin',
  'hanken-grotesk-latin-ext',
  'hanken-grotesk-vietnamese',
  'noto-sans-cyrillic',
  'noto-sans-cyrillic-ext',
  'noto-sans-greek',
  'noto-sans-latin-ext',
].map((name) => join(FOLDER, `${name}.woff`))

/** The font of texts without others. */
export const [TEXT_FONT = ''] = FILES

/** The font of headings. It has the letters of English. */
export const HEADING_FONT = join(ROOT, 'server/domains/images/share/fraunces.ttf')

const REPLACEMENT = '?'

/** The part of a text that may be replaced. With more of them, the rest says too little. */
const MAX_REPLACED = 1 / 3

export interface DrawableText {
  /** The parts in their fonts. */
  runs: { font: string; text: string }[]
  /** True where characters were replaced. */
  isReplaced: boolean
}

/** Returns the parts of a text in their fonts; null where too few of its characters can be drawn. */
export function toDrawable(text: string): DrawableText | null {
  const runs: DrawableText['runs'] = []
  let [all, replaced] = [0, 0]
  for (const { segment } of new Intl.Segmenter('en').segment(text.normalize('NFC'))) {
    const isSpace = segment.trim() === ''
    const font = isSpace ? (runs.at(-1)?.font ?? TEXT_FONT) : findFont(segment)
    if (!isSpace) all++
    if (font === undefined) replaced++
    add(runs, font ?? TEXT_FONT, isSpace ? ' ' : font === undefined ? REPLACEMENT : segment)
  }
  return replaced > all * MAX_REPLACED ? null : { runs, isReplaced: replaced > 0 }
}

function add(runs: DrawableText['runs'], font: string, text: string): void {
  const last = runs.at(-1)
  if (last?.font === font) last.text += text
  else runs.push({ font, text })
}

/** Returns the first font that has all of a character and its marks. */
function findFont(segment: string): string | undefined {
  const codePoints = Array.from(segment, (each) => each.codePointAt(0) ?? 0)
  return FILES.find((file) => codePoints.every((each) => readFont(file).hasGlyphForCodePoint(each)))
}

const fonts = new Map<string, ReturnType<typeof create>>()

function readFont(file: string) {
  const font = fonts.get(file) ?? create(readFileSync(file))
  fonts.set(file, font)
  return font
}
