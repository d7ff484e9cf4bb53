#!/usr/bin/env bash
# sharp draws text in another font, without an error, where its `fontfile` is a web font or does not exist.
#
# Seen with sharp 0.35.5: WOFF and WOFF2 give the pixels of the font that the system takes in its place, as a missing file
# does. The same font as TrueType gives its own. A font for drawn images must be TrueType or OpenType, and a test must look at the pixels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent sharp@0.35.5 @fontsource/fraunces@5.2.9 dejavu-fonts-ttf@2.37.3
cat > draw.mjs <<'JS'
import { createHash } from 'node:crypto'
import sharp from 'sharp'

const draw = async (font, fontfile) => {
  const { data, info } = await sharp({ text: { text: 'Night Harbour', dpi: 150, font, fontfile } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `${info.width} × ${info.height}, ${createHash('sha256').update(data).digest('hex').slice(0, 8)}`
}
const web = 'node_modules/@fontsource/fraunces/files/fraunces-latin-400-normal'
const none = await draw('Fraunces')
const drawn = {
  'without a file': none,
  WOFF2: await draw('Fraunces', `${web}.woff2`),
  WOFF: await draw('Fraunces', `${web}.woff`),
  'missing file': await draw('Fraunces', '/no/such/font.ttf'),
}
for (const [name, image] of Object.entries(drawn)) console.log(`Fraunces, ${name}: ${image}`)
const trueType = await draw('DejaVu Sans Mono', 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')
console.log(`DejaVu Sans Mono, TrueType: ${trueType}`)
const isSame = new Set(Object.values(drawn)).size === 1 && trueType !== none
process.exit(isSame ? 0 : 1)
JS
node draw.mjs || {
  echo 'The behavior has changed.'
  exit 1
}
