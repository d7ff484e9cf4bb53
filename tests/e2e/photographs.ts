/** Pictures that an instructor chooses in a test. */
import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

export interface Photograph {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A small picture. */
export async function photograph(name: string): Promise<Photograph> {
  return { name, mimeType: 'image/jpeg', buffer: await grain(600, 400).jpeg().toBuffer() }
}

/** One of 12 MB: more than what a connection takes in before somebody reads. */
export async function largePhotograph(name: string): Promise<Photograph> {
  return { name, mimeType: 'image/png', buffer: await grain(2000, 2000).png({ compressionLevel: 0 }).toBuffer() }
}

function grain(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
}

/** Drops a file onto the field that takes pictures. */
export async function drop(page: Page, { name, mimeType, buffer }: Photograph): Promise<void> {
  const said = { name, type: mimeType, base64: buffer.toString('base64') }
  const dataTransfer = await page.evaluateHandle(({ name, type, base64 }) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type }))
    return transfer
  }, said)
  await page.getByLabel('Class Image').dispatchEvent('drop', { dataTransfer })
}
