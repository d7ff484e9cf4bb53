/** Reads what a file says about its image. The texts are untrusted: they become one line of plain text. */
import { MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import type { Tags } from './image-tags.ts'

export interface ImageTexts {
  /** Alternative text of the image; empty where the file has none. */
  alt: string
  caption: string
}

/** Source: IPTC Photo Metadata Standard 2025.1, Alt Text (Accessibility) and Description */
export function readImageTexts({ iptc, xmp }: Tags): ImageTexts {
  return {
    alt: toLine(xmp.AltTextAccessibility),
    caption: toLine(xmp.description) || toLine(iptc['Caption/Abstract']),
  }
}

/** An element of HTML: the text is not meant to be read. */
const ELEMENT = /<\/?[a-z][a-z0-9]*[\s/>]/i

/** Marks that change the direction of the text around them, and marks of the order of bytes. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Returns a text, the first of a list, as one line of at most `max` characters; empty for anything else. */
export function toLine(value: unknown, max = MAX_SHORT_TEXT_LENGTH): string {
  const [whole] = [value].flat()
  if (typeof whole !== 'string') return ''
  const text = whole.slice(0, 2 * max)
  if (ELEMENT.test(text)) return ''
  const line = text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(DIRECTIONS, '')
    .trim()
  return line.slice(0, max).replace(/\p{Surrogate}/gu, '')
}
