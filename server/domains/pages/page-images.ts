/** The texts of pages and newsletters, and the images in them: uploaded ones of our own only, so that a page loads nothing from other sites. */
import { parseImageUrl } from '#contract/image-url.ts'
import * as Images from '#server/domains/images/images.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { listImages } from '#server/platform/markdown.ts'
import { isSlowMarkdown } from '#server/platform/parse-markdown.ts'

const FOREIGN_IMAGE = 'text: has a picture of another site. Upload it here first.'

/** Marks the images of a text as used, and returns their paths. @throws AppError INVALID_INPUT for an unknown image */
export async function markImagesUsed(tx: Transaction, text: string): Promise<string[]> {
  const images = listImages(text)
  if (images.some((url) => !parseImageUrl(url))) throw new AppError('INVALID_INPUT', FOREIGN_IMAGE)
  for (const url of images.toSorted()) await Images.markUsed(tx, url, 'text')
  return images
}

const SLOW = 'text: takes too long to format. Divide it into shorter paragraphs and lists.'

/**
 * Returns the text with the URLs of own images as paths, as everywhere in the database.
 * @throws AppError INVALID_INPUT for a text that takes too long to format
 */
export function toStoredText(text: string, publicUrl: string, maxMs?: number): string {
  if (isSlowMarkdown(text, maxMs)) throw new AppError('INVALID_INPUT', SLOW)
  return text.replaceAll(`(${publicUrl}/pictures/`, '(/pictures/')
}
