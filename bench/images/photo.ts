import sharp from 'sharp'

export const [WIDTH, HEIGHT] = [6000, 4000]

/** Creates an image with the noise of a photo in low light, over a gradient. */
export async function createPhoto(): Promise<Blob> {
  const grain = await sharp({
    create: {
      width: WIDTH / 4,
      height: HEIGHT / 4,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer()
  const light = `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    <radialGradient id="light" cx="0.2" cy="0.3" r="1"><stop offset="0" stop-color="#fc8"/><stop offset="1" stop-color="#124"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#light)"/></svg>`
  const jpeg = await sharp(Buffer.from(light))
    .composite([{ input: await sharp(grain).resize(WIDTH, HEIGHT).toBuffer(), blend: 'soft-light' }])
    .withMetadata({ orientation: 1 })
    .jpeg({ quality: 90 })
    .toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}
