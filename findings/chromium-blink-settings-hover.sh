#!/usr/bin/env bash
# A headless Chromium matches (hover: hover). Once --blink-settings names any setting, such as imagesEnabled=false to load no pictures, it
# no longer does: styles for a mouse are left out of such tests without a word. Naming primaryHoverType=2 and its like brings them back.
#
# Seen with @sparticuz/chromium 153.0.0 by playwright-core 1.65.1: true without the flag, false with it, true with both settings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent @sparticuz/chromium@153.0.0 playwright-core@1.65.1
cat > look.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import { chromium as browser } from 'playwright-core'

const executablePath = await chromium.executablePath()
const seen = []
for (const settings of ['', 'imagesEnabled=false', 'imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2']) {
  const flags = settings === '' ? [] : [`--blink-settings=${settings}`]
  const opened = await browser.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...flags] })
  const page = await opened.newPage()
  seen.push(await page.evaluate(() => matchMedia('(hover: hover)').matches))
  await opened.close()
}
console.log(seen.join(' '))
JS
seen=$(node look.mjs)
printf '(hover: hover) without the flag, with it, with a mouse named too:\n%s\n' "$seen"
[ "$seen" = 'true false true' ] || {
  echo 'The behavior has changed.'
  exit 1
}
