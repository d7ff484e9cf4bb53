/** Draws the image that other sites show with a link: a cropped image, a shade, a title, a date and the school's name beside its mark. */
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type FocalPoint, parseFocus } from '#contract/focus.ts'
import { SHARE_HEIGHT, SHARE_WIDTH } from '#contract/image-url.ts'
import { MAX_IMAGE_PIXELS } from '#contract/values/image-limits.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { ROOT } from '#server/platform/root.ts'
import { shorten } from '#server/platform/shorten.ts'

const FOLDER = join(ROOT, 'server/domains/images/share')
const FONT = join(FOLDER, 'fraunces.ttf')
/** From ops/icons.ts, with the mark in the lower left corner. */
const OVERLAY = join(FOLDER, 'overlay.png')

/** Distances from the edges, and of the texts from the mark. The mark is 56 pixels wide and high. */
const MARGIN = 64
const TITLE_BOTTOM = 148
/** With a date, the title is higher by the date's line. */
const DATE_HEIGHT = 60
const SCHOOL_LEFT = 140
const SCHOOL_BOTTOM = 78

const MAX_TITLE_LENGTH = 90
const TEXT_WIDTH = SHARE_WIDTH - 2 * MARGIN

/** Characters that the font has. */
const DRAWABLE = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…€•]*$/

/** Drawn parts. `image` is a file in any format of uploads. */
export interface ShareJob {
  image: string
  output: string
  /** The focal point of the image; blank for the part that stands out. */
  focus: string
  title: string
  /** Empty for none. */
  date: string
  school: string
}

/** Writes the image as a JPEG. A text with characters that the font does not have is left out. */
export async function compose({ image, output, focus, title, date, school }: ShareJob): Promise<void> {
  const name = shorten(title, MAX_TITLE_LENGTH)
  const texts = [
    await drawText(name, chooseSize(name), { left: MARGIN, bottom: TITLE_BOTTOM + (date ? DATE_HEIGHT : 0) }),
    await drawText(date, 36, { left: MARGIN, bottom: TITLE_BOTTOM }),
    await drawText(shorten(school, 60), 26, { left: SCHOOL_LEFT, bottom: SCHOOL_BOTTOM }),
  ]
  const source = sharp(image, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS }).autoOrient()
  const { xmp } = await source.metadata()
  // It is ours, and says who made the image.
  if (xmp) source.withXmp(xmp.toString())
  await (focus ? await cropAround(source, parseFocus(focus)) : source)
    .resize({ width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: 'black' })
    .composite([{ input: OVERLAY }, ...texts.flat()])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(output)
}

/** Returns the part of an image with the format of links, which has its focal point where the image has it, as in a browser. */
async function cropAround(image: Sharp, { x, y }: FocalPoint): Promise<Sharp> {
  const { autoOrient } = await image.metadata()
  const scale = Math.max(SHARE_WIDTH / autoOrient.width, SHARE_HEIGHT / autoOrient.height)
  const [width, height] = [Math.round(SHARE_WIDTH / scale), Math.round(SHARE_HEIGHT / scale)]
  return image.extract({
    left: Math.round(((autoOrient.width - width) * x) / 100),
    top: Math.round(((autoOrient.height - height) * y) / 100),
    width,
    height,
  })
}

/** Returns the height of the letters in pixels: short titles are large. */
function chooseSize({ length }: string): number {
  return length <= 24 ? 84 : length <= 48 ? 64 : 48
}

async function drawText(text: string, size: number, { left, bottom }: { left: number; bottom: number }) {
  if (!text || !DRAWABLE.test(text)) return []
  const markup = `<span foreground="white">${escapeHtml(text)}</span>`
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `Fraunces ${size}`,
      fontfile: FONT,
      width: TEXT_WIDTH,
      wrap: 'word-char',
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return [{ input: data, left, top: Math.max(0, SHARE_HEIGHT - bottom - info.height) }]
}
