import type { Visit } from './visit.ts'

/** Quick for a thumb, slow enough that each lazy picture comes near before it is reached. */
const PIXELS_PER_SECOND = 2_000

/** Drags the page to its end with a finger, so that everything that waits below the first screen comes in. */
export async function scrollThrough({ page, cdp, quiet }: Visit): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 500,
    yDistance: -height,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'touch',
    preventFling: true,
  })
  await quiet()
}
