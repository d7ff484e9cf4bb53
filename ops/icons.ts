/**
 * `node ops/icons.ts`: draws the school's mark (web/icon.svg) as the icons of the web manifest, and as the overlay of images for links
 * on other sites. Run it after a change of the mark; the files are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { SHARE_HEIGHT, SHARE_WIDTH } from '../contract/image-url.ts'

const ROOT = join(import.meta.dirname, '..')
const MARK = await readFile(join(ROOT, 'web/icon.svg'))

/** The mark fills its square and lies within the inner 80 %, as a maskable icon needs it. */
const ICONS = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 }

/** The side of the mark on the overlay, and its distance from the left and lower edge. */
const MARK_SIZE = 56
const MARGIN = 64

for (const [name, size] of Object.entries(ICONS)) {
  await drawMark(size)
    .png({ palette: true })
    .toFile(join(ROOT, 'public/icons', name))
}
await writeFile(join(ROOT, 'server/domains/images/share/overlay.png'), await drawOverlay())

function drawMark(size: number) {
  return sharp(MARK, { density: (72 * size) / 24 }).resize(size, size)
}

/** A shade that makes white text readable on any image, and the mark in its corner. */
async function drawOverlay(): Promise<Buffer> {
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
    <linearGradient id="shade" x2="0" y2="1">
      <stop offset="0.3" stop-opacity="0"/><stop offset="0.65" stop-opacity="0.6"/><stop offset="1" stop-opacity="0.9"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#shade)"/>
  </svg>`
  const mark = await drawMark(MARK_SIZE).png().toBuffer()
  return sharp(Buffer.from(shade))
    .composite([{ input: mark, left: MARGIN, top: SHARE_HEIGHT - MARGIN - MARK_SIZE }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
