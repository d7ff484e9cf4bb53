import type { Visit } from './visit.ts'

/** Fast for a thumb, but slow enough for lazy pictures to load before they are reached. */
const PIXELS_PER_SECOND = 2_000

/** Scrolls to the end with a touch gesture, so that all lazy content loads. */
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
