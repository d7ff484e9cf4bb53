/**
 * Renders Markdown as HTML that is safe on our pages. marked only parses: every tag is written here, so that no tag, attribute or
 * scheme beyond these can appear, whatever the text contains.
 */
import type { Token, Tokens } from 'marked'
import { type OwnImage, parseImageUrl, WIDE_SCREEN } from '#contract/image-url.ts'
import { escapeHtml } from './html.ts'
import { parseMarkdown, visitTokens } from './parse-markdown.ts'

/** Quotes and lists inside one another. Deeper ones are left out. */
const MAX_DEPTH = 8

const LAST_HEADING = 6

export type Captions = ReadonlyMap<string, string>

/** Allowed parts of a text, and its place in the page. */
interface Rules {
  /** The level of its first headings. */
  firstHeading: number
  /** True if it may link to paths and phone numbers of the school and show its images. */
  isOfSchool: boolean
  /** The origin of paths in an e-mail, whose HTML has no page around it. */
  origin?: string
  /** Captions below images, by their URLs. */
  captions?: Captions
}

/** A text of an instructor. The page has the first level, and the sections that contain the text the second. */
const TEXT: Rules = { firstHeading: 3, isOfSchool: false }

/** A page of the school. Its headings of the first two levels begin sections. */
const PAGE: Rules = { firstHeading: 1, isOfSchool: true }
const SECTION_DEPTH = 2

/** An e-mail. Its subject is its first heading. */
const EMAIL: Rules = { firstHeading: 2, isOfSchool: true }

/** Tags around the rendered content of a token. */
const WRAPPERS: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 's',
}

/** Returns Markdown as HTML. Raw HTML appears as text; images appear as their description. */
export function renderMarkdown(markdown: string): string {
  return renderAll(parseMarkdown(markdown), 0, TEXT)
}

/** Returns the Markdown of an e-mail as HTML, with images and links of our own below `origin`. */
export function renderEmailMarkdown(markdown: string, origin: string): string {
  return renderAll(parseMarkdown(markdown), 0, { ...EMAIL, origin })
}

/** Returns the Markdown of an e-mail as HTML for our pages. */
export function renderEmailPage(markdown: string, captions?: Captions): string {
  return renderAll(parseMarkdown(markdown), 0, { ...EMAIL, ...(captions && { captions }) })
}

/** Returns parsed Markdown of an e-mail as HTML. @param origin comes before paths of our own */
export function renderEmailTokens(tokens: Token[], origin: string): string {
  return renderAll(tokens, 0, { ...EMAIL, origin })
}

/** Returns the Markdown of a page as sections. The first has no name where the text does not begin with a heading. */
export function renderSections(markdown: string, captions?: Captions): { name: string; html: string }[] {
  const rules = { ...PAGE, ...(captions && { captions }) }
  const sections: { name: string; html: string }[] = []
  for (const token of parseMarkdown(markdown)) {
    if (token.type === 'heading' && token.depth <= SECTION_DEPTH)
      sections.push({ name: toWords(token.tokens, 0).trim(), html: '' })
    else {
      const html = renderAll([token], 0, rules)
      const last = sections.at(-1)
      if (last) last.html += html
      else if (html) sections.push({ name: '', html })
    }
  }
  return sections
}

/** Returns the URLs of all images of Markdown, whether or not they are shown. */
export function listImages(markdown: string): string[] {
  const urls = new Set<string>()
  visitTokens(parseMarkdown(markdown), (token) => {
    if (token.type === 'image') urls.add(token.href)
  })
  return [...urls]
}

/** Returns the words of Markdown on one line, for descriptions and feeds. */
export function toPlainText(markdown: string): string {
  return toWords(parseMarkdown(markdown), 0).replace(/\s+/g, ' ').trim()
}

function renderAll(tokens: Token[] | undefined, depth: number, rules: Rules): string {
  return depth > MAX_DEPTH ? '' : (tokens ?? []).map((token) => render(token as Tokens.Generic, depth, rules)).join('')
}

function render(token: Tokens.Generic, depth: number, rules: Rules): string {
  const inner = () => renderAll(token.tokens, depth + 1, rules)
  const wrapper = WRAPPERS[token.type]
  if (wrapper) return `<${wrapper}>${inner()}</${wrapper}>`
  switch (token.type) {
    case 'heading': {
      const level = Math.min(rules.firstHeading - 1 + Number(token.depth), LAST_HEADING)
      return `<h${level}>${inner()}</h${level}>`
    }
    case 'list':
      return renderList(token as Tokens.List, depth, rules)
    case 'link':
      return renderLink(token as Tokens.Link, inner(), rules)
    case 'image':
      return renderImage(token as Tokens.Image, rules)
    case 'code':
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'hr':
      return '<hr>'
    case 'space':
    case 'def':
    case 'checkbox':
      return ''
    default:
      return token.tokens ? inner() : escapeHtml(token.type === 'escape' ? token.text : token.raw)
  }
}

function renderList({ ordered, start, items }: Tokens.List, depth: number, rules: Rules): string {
  const rows = items.map(({ tokens }) => `<li>${renderAll(tokens, depth + 1, rules)}</li>`).join('')
  if (!ordered) return `<ul>${rows}</ul>`
  return `<ol${Number(start) > 1 ? ` start="${Number(start)}"` : ''}>${rows}</ol>`
}

/** Writes a link to a web or e-mail address. Any other link is its text, except those that only pages of the school have. */
function renderLink({ href }: Tokens.Link, label: string, { isOfSchool, origin = '' }: Rules): string {
  const path = isOfSchool ? readPath(href) : null
  if (path !== null) return `<a href="${escapeHtml(origin + path)}">${label}</a>`
  const url = URL.canParse(href) ? new URL(href) : null
  const schemes = ['https:', 'http:', 'mailto:', ...(isOfSchool ? ['tel:'] : [])]
  if (!url || !schemes.includes(url.protocol)) return label
  return `<a href="${escapeHtml(url.href)}" rel="nofollow noopener">${label}</a>`
}

/** Any other origin, so that a path that leads elsewhere is noticed. */
const OWN_ORIGIN = 'https://own.invalid'

/** Returns a path on this site as browsers read it, or null. */
export function readPath(href: string): string | null {
  if (!href.startsWith('/') || !URL.canParse(href, OWN_ORIGIN)) return null
  const { origin, pathname, search, hash } = new URL(href, OWN_ORIGIN)
  return origin === OWN_ORIGIN ? pathname + search + hash : null
}

/** The width of a landscape picture, divided by its height, at least. */
const LANDSCAPE = 4 / 3

/** Writes an image of our own with its variants; in an e-mail one of them. Any other image is its description. */
function renderImage({ href, text }: Tokens.Image, { isOfSchool, origin, captions }: Rules): string {
  const image = isOfSchool && readPath(href) === href ? parseImageUrl(href) : null
  if (!image) return escapeHtml(text)
  if (origin !== undefined) return renderEmailImage(origin, image, text)
  // The browser's own layout first, since a page shows a landscape picture wider than its text.
  const sizes = 'sizes="auto, (min-width: 64rem) 42rem, 100vw"'
  const source = (type: string, srcset: string, how: string) =>
    `<source type="image/${type}" srcset="${escapeHtml(srcset)}" ${how}>`
  const wide = image.wideWebp ? source('webp', image.wideWebp, `media="${WIDE_SCREEN}"`) : ''
  const shape = image.width >= LANDSCAPE * image.height ? ' class="landscape"' : ''
  const size = `width="${image.width}" height="${image.height}"`
  const img = `<img src="${escapeHtml(href)}" srcset="${escapeHtml(image.webp)}" ${sizes} alt="${escapeHtml(text)}" ${size} loading="lazy" decoding="async"${shape}>`
  const caption = captions?.get(href)
  const line = caption ? `<small class="exposure block">${escapeHtml(caption)}</small>` : ''
  return `<picture>${source('avif', image.avif, sizes)}${wide}${img}</picture>${line}`
}

/** Pixels of the text of an e-mail, across. */
const EMAIL_WIDTH = 600

/** Writes the variant that is sharp on a phone, as a JPEG. Mail programs know no `srcset`, and some no WebP and no style. */
function renderEmailImage(origin: string, { webp, width }: OwnImage, description: string): string {
  const variants = webp.split(', ').map((variant) => variant.split(' ')[0] ?? '')
  const path =
    variants.findLast((variant) => Number(/\/(\d+)\.webp$/.exec(variant)?.[1]) <= 2 * EMAIL_WIDTH) ?? variants[0]
  const shown = Math.min(width, EMAIL_WIDTH)
  return `<img src="${escapeHtml(`${origin}${path?.replace(/webp$/, 'jpg')}`)}" alt="${escapeHtml(description)}" width="${shown}" style="max-width: 100%; height: auto">`
}

/** Tokens that end a line of text. */
const BLOCKS = new Set(['paragraph', 'heading', 'list_item', 'code', 'br', 'blockquote', 'text'])

function toWords(tokens: Token[] | undefined, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  return (tokens ?? [])
    .map((token) => {
      const { type, tokens: inner, items, text, raw } = token as Tokens.Generic
      if (type === 'space' || type === 'hr' || type === 'def' || type === 'html') return ' '
      const words = inner || items ? toWords(inner ?? items, depth + 1) : (text ?? raw ?? '')
      return BLOCKS.has(type) && type !== 'text' ? `${words} ` : words
    })
    .join('')
}
