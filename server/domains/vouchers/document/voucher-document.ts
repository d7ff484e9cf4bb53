/** Draws a gift voucher as a PDF of one page, or more where its message is long, with the structure that screen readers need (PDF/UA). */
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import { type DrawableText, HEADING_FONT, TEXT_FONT, toDrawable } from './drawable-text.ts'

export interface VoucherFacts {
  school: { name: string; address: string; email: string; phone: string }
  /** A JPEG: the school's logo, or its picture; null without one. */
  picture: { jpeg: Buffer; isLogo: boolean } | null
  /** With its currency. */
  amount: string
  /** The rest and its date, where a part is spent; blank otherwise. */
  left: string
  recipientName: string
  /** The name of its buyer; blank where there is none. */
  giverName: string
  message: string
  code: string
  /** In words. */
  lastDay: string
  /** The address that the QR code has. */
  redeemUrl: string
  /** The URL of the classes, as it is typed. */
  classesUrl: string
}

/** Points. */
const MARGIN = 56
const BANNER_HEIGHT = 190
const LOGO: [number, number] = [220, 72]
const QR_SIZE = 150
const GAP = 24
/** The code with what belongs to it, which stays on one page. */
const CODE_HEIGHT = 250

const [INK, SOFT] = ['#1c1917', '#57534e']

/** Returns the file. */
export async function drawVoucher(facts: VoucherFacts): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', subset: 'PDF/UA', tagged: true },
    // pdfkit writes it into XML as it is, so that it has no text of a person.
    ...{ displayTitle: true, lang: 'en', info: { Title: `Gift voucher of ${facts.amount}` }, font: TEXT_FONT },
  })
  const file = buffer(doc)
  new VoucherPage(doc, facts).draw()
  doc.end()
  return file
}

class VoucherPage {
  readonly #doc: PDFDocument
  readonly #facts: VoucherFacts
  readonly #content: ReturnType<PDFDocument['struct']>
  /** True once a character was replaced. */
  #isReplaced = false

  constructor(doc: PDFDocument, facts: VoucherFacts) {
    this.#doc = doc
    this.#facts = facts
    this.#content = doc.struct('Document')
    doc.addStructure(this.#content)
  }

  draw(): void {
    const { school, amount, left } = this.#facts
    this.#drawPicture()
    this.#write('P', school.name, { size: 13, color: SOFT })
    this.#write('H1', 'Gift voucher', { size: 40, font: HEADING_FONT })
    this.#write('P', `${amount} for our classes`, { size: 20 })
    if (left) this.#write('P', left, { size: 11, color: SOFT })
    this.#drawMessage()
    this.#drawCode()
    this.#drawSchool()
  }

  /** The picture says nothing that the text does not. */
  #drawPicture(): void {
    const { picture } = this.#facts
    const doc = this.#doc
    if (!picture) return
    const { jpeg, isLogo } = picture
    const width = doc.page.width
    doc.markContent('Artifact', { type: 'Layout' }).save()
    if (isLogo) doc.image(jpeg, MARGIN, MARGIN, { fit: LOGO })
    else
      doc
        .rect(0, 0, width, BANNER_HEIGHT)
        .clip()
        .image(jpeg, 0, 0, { cover: [width, BANNER_HEIGHT] })
    doc.restore().endMarkedContent()
    doc.y = (isLogo ? MARGIN + LOGO[1] : BANNER_HEIGHT) + GAP
  }

  #drawMessage(): void {
    const { recipientName, message, giverName } = this.#facts
    if (recipientName) this.#write('P', `For ${recipientName}`, { size: 16, instead: FOR_UNDRAWABLE })
    const style = { size: 12, gap: 2, instead: MESSAGE_UNDRAWABLE }
    for (const line of toDrawable(message) ? message.split('\n') : [message]) {
      if (line.trim() === '') this.#doc.moveDown(0.5)
      else this.#write('P', line, style)
    }
    if (giverName) this.#write('P', `From ${giverName}`, { size: 12, instead: FROM_UNDRAWABLE })
  }

  #drawCode(): void {
    const doc = this.#doc
    const { code, lastDay, classesUrl, redeemUrl } = this.#facts
    if (doc.y + GAP + CODE_HEIGHT > doc.page.height - MARGIN) doc.addPage()
    doc.y += GAP
    this.#write('H2', 'How to use it', { size: 20, font: HEADING_FONT })
    const top = doc.y
    const label = 'QR code that opens the page of this gift voucher, with its code'
    const bbox: [number, number, number, number] = [MARGIN, top, MARGIN + QR_SIZE, top + QR_SIZE]
    const figure = { alt: label, placement: 'Block', bbox } as const
    this.#content.add(doc.struct('Figure', figure, () => this.#drawQr(redeemUrl, MARGIN, top)))
    const x = MARGIN + QR_SIZE + GAP
    doc.x = x
    doc.y = top
    this.#write('P', `Code ${code}`, { size: 18 })
    this.#write('P', `Valid until ${lastDay}`, { size: 12 })
    this.#write('P', `Choose a class at ${classesUrl}, and type the code under Code when you pay.`, { size: 12 })
    this.#write('P', 'It pays in one or several parts. You can also scan the QR code.', { size: 12 })
    this.#write('P', 'Anyone who has the code can spend it. Keep it as you would keep money.', { size: 12 })
    doc.x = MARGIN
    doc.y = Math.max(doc.y, top + QR_SIZE) + GAP
  }

  /** Draws the modules as squares, so that they stay sharp at any size. */
  #drawQr(text: string, left: number, top: number): void {
    const doc = this.#doc
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    const size = QR_SIZE / rows.length
    for (const [y, row] of rows.entries())
      for (const [x, isDark] of row.entries()) if (isDark) doc.rect(left + x * size, top + y * size, size, size)
    doc.fill('#000000')
  }

  #drawSchool(): void {
    const { address, email, phone } = this.#facts.school
    for (const line of [address, [email, phone].filter(Boolean).join(', ')])
      if (line) this.#write('P', line, { size: 10, color: SOFT, gap: 1 })
    if (this.#isReplaced) this.#write('P', REPLACED, { size: 10, color: SOFT })
  }

  /** Writes a paragraph or a heading. @param instead where too few of the characters can be drawn */
  #write(type: 'P' | 'H1' | 'H2', text: string, { instead = UNDRAWABLE, ...style }: Style): void {
    const drawable = toDrawable(text)
    this.#isReplaced ||= drawable?.isReplaced ?? false
    const { runs } = drawable ?? { runs: [{ font: TEXT_FONT, text: instead }] }
    const actual = drawable?.isReplaced === false ? {} : { actual: text }
    this.#content.add(this.#doc.struct(type, actual, () => this.#drawRuns(runs, style)))
  }

  #drawRuns(runs: DrawableText['runs'], { size, color = INK, gap = 7, font: chosen }: Style): void {
    const doc = this.#doc
    doc.fontSize(size).fillColor(color)
    const options = { width: doc.page.width - MARGIN - doc.x, lineGap: 2 }
    for (const [index, { font, text }] of runs.entries())
      doc.font(chosen ?? font).text(text, { ...options, continued: index < runs.length - 1 })
    doc.y += gap
  }
}

interface Style {
  size: number
  color?: string
  /** Points below. */
  gap?: number
  /** Of a text of ours, which the font has. */
  font?: string
  instead?: string
}

const UNDRAWABLE = 'A text in characters that this document cannot show'
const FOR_UNDRAWABLE = 'For a person whose name has characters that this document cannot show'
const FROM_UNDRAWABLE = 'From a person whose name has characters that this document cannot show'
const MESSAGE_UNDRAWABLE = 'The message has characters that this document cannot show.'
const REPLACED = 'A question mark stands for each character that this document cannot show.'
