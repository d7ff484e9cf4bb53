#!/usr/bin/env bash
# exifreader's default list has one entry a name, and the XMP packet wins: the values of a photo change their types when it has been
# through an editor that writes XMP.
#
# Seen with exifreader 4.46.0: FNumber is [28, 10] from EXIF alone, and the text "14/5" once the same file has XMP too; DateTimeOriginal
# turns from "2026:05:01 06:40:12" in a list to an ISO text. With `expanded: true` both stand side by side.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent sharp@0.35.5 exifreader@4.46.0
cat > read.mjs <<'JS'
import ExifReader from 'exifreader'
import sharp from 'sharp'

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:FNumber="14/5" exif:DateTimeOriginal="2026-05-01T06:40:12"/>
</rdf:RDF></x:xmpmeta>`
const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).withExif({
  IFD2: { FNumber: '28/10', DateTimeOriginal: '2026:05:01 06:40:12' },
})
for (const file of [await photo.clone().jpeg().toBuffer(), await photo.clone().withXmp(xmp).jpeg().toBuffer()]) {
  const { FNumber, DateTimeOriginal } = await ExifReader.load(file, { async: true })
  console.log(JSON.stringify([FNumber.value, DateTimeOriginal.value]))
}
JS
seen=$(node read.mjs)
printf 'exifreader 4.46.0, EXIF alone and with XMP:\n%s\n' "$seen"
[ "$seen" = '[[28,10],["2026:05:01 06:40:12"]]
["14/5","2026-05-01T06:40:12"]' ] || {
  echo 'The behavior has changed.'
  exit 1
}
