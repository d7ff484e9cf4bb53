#!/usr/bin/env bash
# pdfkit writes the title, author and subject of a document into its XMP packet as they are: with an ampersand the packet is no XML, and
# readers find neither the title nor the PDF/UA entry in it. In the document's own dictionary they are right.
#
# Seen with pdfkit 0.20.2: the title "Light & Shade" stands in the packet as "Light & Shade", not as "Light &amp; Shade".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent pdfkit@0.20.2
cat > title.mjs <<'JS'
import { text } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

const doc = new PDFDocument({ pdfVersion: '1.7', subset: 'PDF/UA', tagged: true, info: { Title: 'Light & Shade' } })
const file = text(doc)
doc.end()
const [, title] = /<rdf:li xml:lang="x-default">(.*?)<\/rdf:li>/.exec(await file)
console.log(title)
JS
seen=$(node title.mjs)
echo "pdfkit 0.20.2, the title in the XMP packet: $seen"
[ "$seen" = 'Light & Shade' ] || {
  echo 'The behavior has changed.'
  exit 1
}
