/**
 * Reads who made an image and under which terms, and writes it into its variants as XMP, which all formats have in UTF-8. Source: IPTC
 * Photo Metadata Standard 2025.1; PLUS License Data Format 2.0
 */

import { type ImageCredentials, type ImageCredit, type ShownCredit, SOURCE_TYPES } from '#contract/image-credit.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '#contract/values/limits.ts'
import { escapeXml } from '#server/platform/html.ts'
import type { Tags } from './image-tags.ts'
import { toLine } from './image-texts.ts'

const MAX_CREATORS = 10

/** Sources of images that a machine made. */
const MACHINES: Partial<Record<NonNullable<ImageCredit['source_type']>, string>> = {
  trainedAlgorithmicMedia: 'Made with AI',
  compositeWithTrainedAlgorithmicMedia: 'Made partly with AI',
  algorithmicMedia: 'Made by an algorithm',
  algorithmicallyEnhanced: 'Enhanced by an algorithm',
  compositeSynthetic: 'Made partly by a machine',
  virtualRecording: 'Rendered by a machine',
  dataDrivenMedia: 'Made by a machine from data',
}

const NO_CREDIT: ImageCredit = {
  creators: [],
  credit: '',
  copyright: '',
  usage_terms: '',
  license: '',
  acquire_license: '',
  source_type: null,
}

interface Origin {
  credit: ImageCredit | null
  credentials: ImageCredentials | null
}

/** Returns what a page shows of who made an image; null where its file says nothing of it. */
export function toShownCredit({ credit, credentials }: Origin): ShownCredit | null {
  if (!credit && !credentials) return null
  const line = joinParts([credit && describeCredit(credit), credentials && describeCredentials(credentials)], ' · ')
  return { ...(credit ?? NO_CREDIT), line, ...(credentials && { credentials }) }
}

/** Marks that end a quotation, or look like it, and invisible ones. An apostrophe is part of names. */
const QUOTES = /["“”„‟″‶❝❞〝〞〟＂«»\p{Cf}]/gu

/** Says who signed the uploaded file, and no more than was verified. */
function describeCredentials({ signer, is_trusted }: ImageCredentials): string {
  const name = signer.replace(QUOTES, '')
  const signed = is_trusted ? `signed by ${name}` : `signed as “${name}”, not verified against a trust list`
  return `Content Credentials · ${signed} · our copy was re-encoded`
}

/** Returns who made an image, in words: `Photo: Ada Müller · © Müller · Made with AI`; empty where the file says nothing of it. */
function describeCredit({ credit, creators, copyright, source_type: source }: ImageCredit): string {
  const author = credit || creators.join(', ')
  const parts = [author && `Photo: ${author}`, copyright].filter((part) => !claimsCredentials(part))
  return joinParts([...parts, source && MACHINES[source]], ' · ')
}

/** Returns whether a text of the file, which anyone can write, claims what only a signature proves. */
function claimsCredentials(text: string): boolean {
  return /content\s?credential/i.test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
}

const SOURCE_TYPE_URL = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** Returns null where the file says nothing. XMP is read before IPTC and EXIF, which older programs write. */
export function readCredit({ exif, iptc, xmp }: Tags): ImageCredit | null {
  const credit: ImageCredit = {
    creators: toLines(xmp.creator) ?? toLines(iptc['By-line']) ?? toLines(exif.Artist) ?? [],
    credit: toLine(xmp.Credit) || toLine(iptc.Credit),
    copyright: toLine(xmp.rights) || toLine(iptc['Copyright Notice']) || toLine(exif.Copyright),
    usage_terms: toLine(xmp.UsageTerms),
    license: toWebUrl(xmp.WebStatement),
    acquire_license: toWebUrl(readLicensorUrl(xmp.Licensor)),
    source_type: toSourceType(xmp.DigitalSourceType),
  }
  return Object.values(credit).some((value) => value?.length) ? credit : null
}

/** Returns null for none. */
function toLines(value: unknown): string[] | null {
  const lines = [value]
    .flat()
    .slice(0, MAX_CREATORS)
    .map((name) => toLine(name, MAX_NAME_LENGTH))
    .filter(Boolean)
  return lines.length > 0 ? lines : null
}

/** The licensor is a structure, alone or in a list. */
function readLicensorUrl(licensor: unknown): unknown {
  const found = [licensor].flat().find((each) => typeof each === 'object' && each !== null && 'LicensorURL' in each)
  const url = found?.LicensorURL
  return typeof url === 'object' && url !== null && 'value' in url ? url.value : url
}

/** Returns a URL that a page may link to; empty for any other text. */
function toWebUrl(value: unknown): string {
  const text = toLine(value, MAX_URL_LENGTH)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return ''
  const { href, username, password } = new URL(text)
  return username || password || href.length > MAX_URL_LENGTH ? '' : href
}

function toSourceType(value: unknown): ImageCredit['source_type'] {
  const code = toLine(value).replace(/^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//i, '')
  return SOURCE_TYPES.find((type) => type === code) ?? null
}

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
}

/** Returns XMP with the credit and nothing else. */
export function writeXmp({ creators, credit, copyright, source_type, ...terms }: ImageCredit): string {
  const attributes = [
    ['photoshop:Credit', credit],
    ['xmpRights:WebStatement', terms.license],
    ['Iptc4xmpExt:DigitalSourceType', source_type && SOURCE_TYPE_URL + source_type],
  ].flatMap(([name, text]) => (text ? [` ${name}="${escapeXml(text)}"`] : []))
  const elements = [
    creators.length ? `<dc:creator><rdf:Seq>${creators.map(writeItem).join('')}</rdf:Seq></dc:creator>` : '',
    writeInDefaultLanguage('dc:rights', copyright),
    writeInDefaultLanguage('xmpRights:UsageTerms', terms.usage_terms),
    terms.acquire_license ? writeLicensor(terms.acquire_license) : '',
  ]
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""${namespaces.join('')}${attributes.join('')}>${elements.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`
}

const writeItem = (text: string) => `<rdf:li>${escapeXml(text)}</rdf:li>`

function writeInDefaultLanguage(name: string, text: string): string {
  if (!text) return ''
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${name}>`
}

function writeLicensor(url: string): string {
  return `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>${escapeXml(url)}</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>`
}
