/** Writes one of our own images as a JPEG for e-mails: classic Outlook shows neither WebP nor AVIF. */
import sharp from 'sharp'

/** `image` is a variant of an image. */
export interface JpegJob {
  image: string
  output: string
}

/** Writes the image on white, because a JPEG has no transparency. */
export async function writeJpeg({ image, output }: JpegJob): Promise<void> {
  const source = sharp(image, { failOn: 'error' })
  const { xmp } = await source.metadata()
  // It is ours, and says who made the image.
  if (xmp) source.withXmp(xmp.toString())
  await source
    .flatten({ background: 'white' })
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(output)
}
