#!/usr/bin/env bash
# Text of exactly the color behind it is no violation to axe: the rule color-contrast reports it as incomplete, with the reason equalRatio.
# Text that differs a little is a violation. A test that reads violations alone misses what cannot be read at all.
#
# Seen with axe-core 4.14.1 in @sparticuz/chromium 153.0.0: white on white "incomplete equalRatio", #f0f0f0 on white "violation".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent @sparticuz/chromium@153.0.0 axe-core@4.14.1 playwright-core@1.65.1
cat > look.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { chromium as browser } from 'playwright-core'

const opened = await browser.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await opened.newPage()
const seen = []
for (const color of ['#ffffff', '#f0f0f0']) {
  await page.setContent(`<html lang="en"><title>x</title><main><h1 style="background:#fff;color:${color}">Pay</h1></main></html>`)
  await page.evaluate(axe.source)
  const { violations, incomplete } = await page.evaluate(() => window.axe.run(document, { runOnly: ['color-contrast'] }))
  const reason = incomplete[0]?.nodes[0]?.any[0]?.data?.messageKey
  seen.push(violations.length > 0 ? 'violation' : `incomplete ${reason}`)
}
await opened.close()
console.log(seen.join(', '))
JS
seen=$(node look.mjs)
printf 'White on white, then #f0f0f0 on white:\n%s\n' "$seen"
[ "$seen" = 'incomplete equalRatio, violation' ] || {
  echo 'The behavior has changed.'
  exit 1
}
