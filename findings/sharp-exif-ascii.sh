#!/usr/bin/env bash
# sharp's `withExif` writes ASCII: letters outside of it are replaced without an error, in names of people too.
#
# Seen with sharp 0.35.5: Copyright "© Jürgen Müller" is written as "(C) Jurgen Muller". `withXmp` writes UTF-8.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent sharp@0.35.5 exifreader@4.46.0
cat > write.mjs <<'JS'
import ExifReader from 'exifreader'
import sharp from 'sharp'

const name = '© Jürgen Müller'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="${name}"/></rdf:RDF></x:xmpmeta>`
const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
const file = await image.withExif({ IFD0: { Copyright: name } }).withXmp(xmp).jpeg().toBuffer()
const { exif, xmp: fields } = await ExifReader.load(file, { expanded: true, async: true })
console.log(`EXIF ${exif.Copyright.description}; XMP ${fields.Credit.value}`)
JS
seen=$(node write.mjs)
echo "sharp 0.35.5: $seen"
[ "$seen" = 'EXIF (C) Jurgen Muller; XMP © Jürgen Müller' ] || {
  echo 'The behavior has changed.'
  exit 1
}
