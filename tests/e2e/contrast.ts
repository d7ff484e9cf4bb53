/** The contrast of white text with the pixels behind it. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** Returns the lowest contrast of white with any pixel behind the children of `block`, by WCAG 2.2's definition. */
export async function measureWhiteContrast(page: Page, block: Locator): Promise<number> {
  const clip = await block.evaluate((element) => {
    const children = [...element.children] as HTMLElement[]
    const rects = children.map((child) => child.getBoundingClientRect())
    for (const child of children) child.style.visibility = 'hidden'
    const [x, y] = [Math.min(...rects.map(({ left }) => left)), Math.min(...rects.map(({ top }) => top))]
    const [right, bottom] = [Math.max(...rects.map((it) => it.right)), Math.max(...rects.map((it) => it.bottom))]
    return { x, y, width: right - x, height: bottom - y }
  })
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  const WHITE = 1.05
  return WHITE / (findHighestLuminance(pixels) + 0.05)
}

function findHighestLuminance(pixels: Buffer): number {
  let highest = 0
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    highest = Math.max(highest, 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue))
  }
  return highest
}

function toLinear(sample: number): number {
  const share = sample / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
