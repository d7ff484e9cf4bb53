#!/usr/bin/env bash
# sharp's `toColourspace('srgb')` leaves Display P3 numbers in the output of a 16-bit RGB picture that has a profile.
#
# Seen with sharp 0.35.5: red (255, 0, 0), stored as sRGB with its profile, is read as (255, 0, 0) from an 8-bit PNG and as
# (234, 51, 34), its Display P3 numbers, from a 16-bit PNG. `withIccProfile('srgb', { attach: false })` gives (255, 0, 0) for both.
# darktable and RawTherapee export such files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent sharp@0.35.5
cat > convert.mjs <<'JS'
import sharp from 'sharp'

const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
const files = {
  '8-bit': await red.clone().withIccProfile('srgb').png().toBuffer(),
  '16-bit': await red.clone().toColourspace('rgb16').withIccProfile('srgb').png().toBuffer(),
}
const lines = []
for (const [name, file] of Object.entries(files)) {
  const byColorspace = await readPixel(sharp(file).toColourspace('srgb'))
  const byProfile = await readPixel(sharp(file).withIccProfile('srgb', { attach: false }))
  lines.push(`${name}: toColourspace ${byColorspace}, withIccProfile ${byProfile}`)
}
console.log(lines.join('; '))

async function readPixel(pipeline) {
  return [...(await pipeline.raw().toBuffer()).subarray(0, 3)].join(' ')
}
JS
seen=$(node convert.mjs)
echo "sharp 0.35.5: $seen"
[ "$seen" = '8-bit: toColourspace 255 0 0, withIccProfile 255 0 0; 16-bit: toColourspace 234 51 34, withIccProfile 255 0 0' ] || {
  echo 'The behavior has changed.'
  exit 1
}
