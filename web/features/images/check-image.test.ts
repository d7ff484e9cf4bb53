import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_JPEG_PIXELS } from '#contract/values/image-limits.ts'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import { checkImageFile, isTooLarge } from './check-image.ts'

const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic'
const file = (bytes: string, name: string, type: string) =>
  new File([Uint8Array.from(bytes, (char) => char.charCodeAt(0))], name, { type })

test.each([
  ['a JPEG', file('\xff\xd8\xff\xe0', 'a.jpg', 'image/jpeg')],
  ['a JPEG of an older browser', file('\xff\xd8\xff\xe0', 'a.jpg', 'image/pjpeg')],
  ['a JPEG with the type of its ending', file('\xff\xd8\xff\xe1', 'a.jpg', 'image/jpg')],
  ['a HEIC', file(HEIC, 'IMG_1.HEIC', 'image/heic')],
  ['a HEIC that is called JPEG', file(HEIC, 'IMG_1.jpg', 'image/jpeg')],
  ['a JPEG that is called HEIC', file('\xff\xd8\xff\xe1', 'IMG_1.HEIC', 'image/heic')],
  ['a JPEG without a type', file('\xff\xd8\xff\xe1', 'IMG_1', 'application/octet-stream')],
  ['a PNG', file('\x89PNG\r\n\x1a\n', 'a.png', 'image/png')],
  ['a WebP', file('RIFF\0\0\0\0WEBPVP8 ', 'a.webp', 'image/webp')],
  ['an AVIF', file('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'a.avif', 'image/avif')],
  ['an AVIF of another brand, without a type', file('\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'a.avif', '')],
])('%s is accepted', async (_, image) => {
  expect(await checkImageFile(image)).toBeNull()
})

test.each([
  ['a PDF that is called JPEG', file('%PDF-1.7', 'notes.jpg', 'image/jpeg'), /JPEG, PNG, WebP, AVIF or HEIC/],
  ['an SVG, which could run scripts', file('<svg></svg>', 'a.svg', 'image/svg+xml'), /JPEG, PNG, WebP, AVIF or HEIC/],
  ['a raw file, which is a TIFF', file('II*\0\x08\0\0\0', 'a.dng', 'image/jpeg'), /JPEG, PNG, WebP, AVIF or HEIC/],
  ['an empty file', file('', 'a.jpg', 'image/jpeg'), /JPEG, PNG, WebP, AVIF or HEIC/],
])('%s is rejected', async (_, image, message) => {
  expect(await checkImageFile(image)).toMatch(message)
})

test.each([
  ['a JPEG of a phone', 8160 * 6144, 'jpeg', false],
  ['a JPEG of 150 megapixels', MAX_JPEG_PIXELS, 'jpeg', false],
  ['a larger JPEG', MAX_JPEG_PIXELS + 1, 'jpeg', true],
  ['a PNG of 50 megapixels', MAX_IMAGE_PIXELS, 'png', false],
  ['a larger PNG', MAX_IMAGE_PIXELS + 1, 'png', true],
] as const)('the pixels of %s', (_, width, type, isLarge) => {
  expect(isTooLarge({ size: MAX_IMAGE_BYTES } as Blob, { width, height: 1 }, type)).toBe(isLarge)
  expect(isTooLarge({ size: MAX_IMAGE_BYTES + 1 } as Blob, { width: 1, height: 1 }, type)).toBe(true)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [6, '6 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [123_456, '121 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [3.44 * 1024 * 1024, '3.4 MB'],
  [MAX_IMAGE_BYTES, '20 MB'],
])('a size of %d bytes reads %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
