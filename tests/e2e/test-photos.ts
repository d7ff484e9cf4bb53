/** Images that an instructor chooses in a test. */
import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

export interface TestPhoto {
  name: string
  mimeType: string
  buffer: Buffer
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

/** Drops a file onto the image field. */
export async function drop(page: Page, { name, mimeType, buffer }: TestPhoto): Promise<void> {
  const file = { name, type: mimeType, base64: buffer.toString('base64') }
  const dataTransfer = await page.evaluateHandle(({ name, type, base64 }) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type }))
    return transfer
  }, file)
  await page.getByLabel('Class Image').dispatchEvent('drop', { dataTransfer })
}
