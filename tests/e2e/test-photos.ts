/** Images that an instructor chooses in a test. */
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { createExif, insertExif } from '../../testing/exif.ts'

export interface TestPhoto {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Creates a small JPEG with an exposure. */
export async function createExposed(name: string, aperture: number): Promise<TestPhoto> {
  const image = sharp(randomBytes(3), { raw: { width: 1, height: 1, channels: 3 } }).resize(600, 400)
  const exif = createExif({ FNumber: { rational: [aperture * 10, 10] } })
  return { name, mimeType: 'image/jpeg', buffer: insertExif(await image.jpeg().toBuffer(), exif) }
}

/** Creates a small image. */
export async function createPhoto(name: string): Promise<TestPhoto> {
  return { name, mimeType: 'image/jpeg', buffer: await grey(600, 400).jpeg().toBuffer() }
}

/** Creates an uncompressed image of 12 MB: more than the buffers of a connection hold. */
export async function createLargePhoto(name: string): Promise<TestPhoto> {
  return { name, mimeType: 'image/png', buffer: await grey(2000, 2000).png({ compressionLevel: 0 }).toBuffer() }
}

/** Creates an image of one color, which encodes fast. */
function grey(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'grey' } })
}

/** Drops files onto an element. Without files it is what a picture of another page brings: its URL. */
export async function drop(page: Page, { on }: { on: Locator }, ...photos: TestPhoto[]): Promise<void> {
  await on.dispatchEvent('drop', { dataTransfer: await createTransfer(page, photos) })
}

/** Copies a picture, as the menu of a picture in another tab does. */
export async function copyPicture(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })
}

function createTransfer(page: Page, photos: TestPhoto[]) {
  const files = photos.map(({ name, mimeType, buffer }) => ({
    name,
    type: mimeType,
    base64: buffer.toString('base64'),
  }))
  return page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    if (files.length === 0) transfer.setData('text/uri-list', 'https://images.example/photo.jpg')
    return transfer
  }, files)
}
