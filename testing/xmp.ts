/** Writes XMP as editors do. Source: XMP Specification, part 1 (ISO 16684-1) */

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  hdrgm: 'http://ns.adobe.com/hdr-gain-map/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
}

type Name = `${keyof typeof NAMESPACES}:${string}`

/** @param elements their content by their names, as XML */
export function createXmp(elements: Partial<Record<Name, string>>): string {
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  const children = Object.entries(elements).map(([name, content]) => `<${name}>${content}</${name}>`)
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""${namespaces.join('')}>${children.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`
}

/** Returns a text in one language. */
export function inDefaultLanguage(text: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`
}
