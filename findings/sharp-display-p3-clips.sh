#!/usr/bin/env bash
# sharp converts an 8-bit Display P3 picture to Display P3 by way of sRGB, and so loses the colors that sRGB lacks.
#
# Seen with sharp 0.35.5: P3 green (0, 255, 0) becomes (117, 251, 76), which is sRGB's green, with `withIccProfile('p3')`. With
# `pipelineColourspace('rgb16')` before it, the color stays. The option sounds like a choice of precision; it decides on the gamut.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent sharp@0.35.5
cat > convert.mjs <<'JS'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const green = sharp({ create: { width: 8, height: 8, channels: 3, background: '#00ff00' } })
const { icc } = await sharp(await green.clone().withIccProfile('p3').png().toBuffer()).metadata()
const tagged = tag(await green.clone().png().toBuffer(), icc)
const direct = await sharp(tagged).withIccProfile('p3').png().toBuffer()
const wide = await sharp(tagged).pipelineColourspace('rgb16').withIccProfile('p3').png().toBuffer()
console.log(`direct ${await readPixel(direct)}; rgb16 ${await readPixel(wide)}`)

/** Returns the first pixel as stored, in the picture's own profile. */
async function readPixel(file) {
  return [...(await sharp(file).keepIccProfile().raw().toBuffer()).subarray(0, 3)].join(' ')
}

/** Adds a profile to a PNG without converting its numbers: an iCCP chunk after IHDR, which ends at byte 33. */
function tag(png, profile) {
  const body = Buffer.concat([Buffer.from('iCCPp3\0\0', 'latin1'), deflateSync(profile)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, 33), length, body, checksum, png.subarray(33)])
}
JS
seen=$(node convert.mjs)
echo "sharp 0.35.5: $seen"
[ "$seen" = 'direct 117 251 76; rgb16 0 255 0' ] || {
  echo 'The behavior has changed.'
  exit 1
}
