/** The parts of pdfkit 0.20 and fontkit 2.0 that we use; the published types are those of pdfkit 0.17. Source: their guides */
declare module 'pdfkit' {
  import { Readable } from 'node:stream'

  interface Element {
    add(child: Element): Element
  }

  interface ElementOptions {
    alt?: string
    /** The text that is meant, where another one is drawn. */
    actual?: string
    placement?: 'Block'
    /** Left, top, right and bottom. */
    bbox?: [number, number, number, number]
  }

  interface TextOptions {
    width?: number
    lineGap?: number
    /** True where the next text goes on in the same line. */
    continued?: boolean
  }

  /** A document in points, from the upper left corner of its page. */
  export default class PDFDocument extends Readable {
    constructor(options: {
      size: 'A4'
      margin: number
      pdfVersion: '1.7'
      subset: 'PDF/UA'
      tagged: true
      displayTitle: true
      lang: string
      info: { Title: string }
      /** The path of a file. By default it is a font that the package reads from its folder. */
      font: string
    })
    page: { width: number; height: number }
    x: number
    y: number
    font(path: string): this
    fontSize(points: number): this
    fillColor(color: string): this
    text(text: string, options?: TextOptions): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    moveDown(lines?: number): this
    image(jpeg: Buffer, x: number, y: number, options: { fit?: [number, number]; cover?: [number, number] }): this
    rect(x: number, y: number, width: number, height: number): this
    fill(color: string): this
    clip(): this
    save(): this
    restore(): this
    addPage(): this
    /** An element of the structure; `draw` draws its content. */
    struct(type: string, options?: ElementOptions, draw?: () => void): Element
    addStructure(element: Element): this
    markContent(tag: 'Artifact', options: { type: 'Layout' }): this
    endMarkedContent(): this
    end(): void
  }
}

declare module 'fontkit' {
  /** @throws Error where a collection is */
  export function create(file: Buffer): { hasGlyphForCodePoint(codePoint: number): boolean }
}
