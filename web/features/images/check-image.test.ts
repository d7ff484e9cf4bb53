import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#contract/values/limits.ts'
import { checkImageFile, formatFileSize } from './check-image.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test.each([
  ['a JPEG', file('a.jpg', 'image/jpeg')],
  ['a PNG', file('a.png', 'image/png')],
  ['a WebP', file('a.webp', 'image/webp')],
  ['an AVIF', file('a.avif', 'image/avif')],
  ['an AVIF without a type', file('a.avif', '')],
  ['a picture of exactly the largest size', file('a.jpg', 'image/jpeg', MAX_IMAGE_BYTES)],
])('%s is accepted', (_, image) => {
  expect(checkImageFile(image)).toBeNull()
})

test.each([
  ['a HEIC by its name', file('IMG_1.HEIC', ''), /^This is a HEIC picture/],
  ['a HEIC by its type', file('IMG_1', 'image/heic'), /^This is a HEIC picture/],
  ['a HEIF sequence', file('IMG_1', 'image/heif-sequence'), /^This is a HEIC picture/],
  ['a PDF', file('notes.pdf', 'application/pdf'), /JPEG, PNG, WebP or AVIF/],
  ['an SVG, which could run scripts', file('a.svg', 'image/svg+xml'), /JPEG, PNG, WebP or AVIF/],
  ['one byte too many', file('a.jpg', 'image/jpeg', MAX_IMAGE_BYTES + 1), /^This picture is larger than 20 MB\./],
])('%s is rejected', (_, image, message) => {
  expect(checkImageFile(image)).toMatch(message)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [6, '6 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [123_456, '121 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [3.44 * 1024 * 1024, '3.4 MB'],
  [MAX_IMAGE_BYTES, '20 MB'],
])('a size of %d bytes reads %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
