#!/usr/bin/env bash
# Chromium counts a layout shift for a part below the screen, which no user sees move: where one frame ends `content-visibility: auto` and
# changes `display`, its box is made anew, and the whole part is counted as if it had stood at the corner of the screen. Two frames count
# nothing, and neither does a change of `content-visibility` alone. Timers of CSS meet in one frame where the page is busy meanwhile.
#
# Seen with @sparticuz/chromium 153.0.0 by playwright-core 1.65.1: 0.119 in one frame, 0 in two, 0 with the same display.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent @sparticuz/chromium@153.0.0 playwright-core@1.65.1
cat > look.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import { chromium as browser } from 'playwright-core'

const toPage = (first, later) => `<!doctype html><style>
  body { margin: 0 }
  li { block-size: 318px; inline-size: 300px; margin-block-end: 48px; list-style: none }
  li:nth-child(n + 4) p {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 318px;
    display: ${first};
    animation: show 1ms 100ms forwards, lay-out 1ms ${later} forwards;
  }
  p { margin: 0; block-size: 318px }
  @keyframes show { to { content-visibility: visible } }
  @keyframes lay-out { to { display: grid } }
</style><ul style="margin: 0; padding: 0">${'<li><p>text</p></li>'.repeat(12)}</ul>`

const opened = await browser.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const seen = []
for (const [first, later] of [['flex', '100ms'], ['flex', '500ms'], ['grid', '100ms']]) {
  const page = await opened.newPage({ viewport: { width: 1000, height: 800 } })
  await page.setContent(toPage(first, later))
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum.toFixed(3)), 1500)
      }),
  )
  seen.push(shift)
  await page.close()
}
await opened.close()
console.log(seen.join(' '))
JS
seen=$(node look.mjs)
printf 'Shift of parts below the screen: in one frame, in two frames, with the same display:\n%s\n' "$seen"
[ "$seen" = '0.119 0.000 0.000' ] || {
  echo 'The behavior has changed.'
  exit 1
}
