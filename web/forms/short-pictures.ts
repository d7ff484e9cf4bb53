/**
 * Short names for the addresses of pictures in a text area: an own address has a placeholder of a hundred characters. The form has the text
 * with the addresses, as it is stored; only the text area has the names.
 */
import { parseImageUrl } from '#contract/image-url.ts'

/** The end of a Markdown picture or link: its address, in brackets. */
const ADDRESS = /\]\(([^\s()]+)\)/g

/** The names of one text, each of which stands for one address. */
export class PictureNames {
  readonly #addresses = new Map<string, string>()

  /** Returns a stored text with names, which forgets those of the text before. No name occurs in the text itself. */
  shorten(stored: string): string {
    this.#addresses.clear()
    return stored.replace(ADDRESS, (whole, url: string) => (parseImageUrl(url) ? `](${this.add(url, stored)})` : whole))
  }

  /** Returns the text to store: each name in the place of an address is that address again. */
  restore(shown: string): string {
    return shown.replace(ADDRESS, (whole, name: string) => {
      const url = this.#addresses.get(name)
      return url === undefined ? whole : `](${url})`
    })
  }

  /** Returns the name of an address: a new one does not occur in `text`. */
  add(url: string, text: string): string {
    for (const [name, address] of this.#addresses) if (address === url) return name
    let number = 1
    while (this.#addresses.has(`picture-${number}`) || text.includes(`picture-${number}`)) number++
    this.#addresses.set(`picture-${number}`, url)
    return `picture-${number}`
  }
}

/** A text area as the form library sees it, with the addresses. It uses no more of a field than this. */
class ShortenedArea {
  readonly names = new PictureNames()
  readonly #area: HTMLTextAreaElement

  constructor(area: HTMLTextAreaElement) {
    this.#area = area
  }

  get value(): string {
    return this.names.restore(this.#area.value)
  }

  /** The names of a text stay while it is the same: undo would bring them back. */
  set value(stored: string) {
    if (stored !== this.value || !this.#area.value) this.#area.value = this.names.shorten(stored)
  }

  get type(): string {
    return this.#area.type
  }

  get name(): string {
    return this.#area.name
  }

  focus(): void {
    this.#area.focus()
  }

  select(): void {
    this.#area.select()
  }
}

const shortened = new WeakMap<HTMLTextAreaElement, ShortenedArea>()

/** Returns the ref of a text area whose pictures have short names, from that of the form library. */
export function shortenPictures(ref: (field: unknown) => void): (area: HTMLTextAreaElement | null) => void {
  return (area) => {
    if (area && !shortened.has(area)) shortened.set(area, new ShortenedArea(area))
    ref(area && shortened.get(area))
  }
}

/** Returns the short name of a picture that comes into a text area; its address where the area has no names. */
export function namePicture(area: HTMLTextAreaElement, url: string): string {
  return shortened.get(area)?.names.add(url, area.value) ?? url
}

/** Returns a part of what a text area shows with the addresses, for other texts. */
export function restorePictures(area: HTMLTextAreaElement, shown: string): string {
  return shortened.get(area)?.names.restore(shown) ?? shown
}
