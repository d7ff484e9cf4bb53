/** The part of libheif-js 1.23 that we use; its own types are those of the C functions. Source: its post-js, HeifDecoder and HeifImage */
declare module 'libheif-js/wasm-bundle.js' {
  export interface ImageTarget {
    data: Uint8ClampedArray
    /** Pixels. */
    width: number
    height: number
  }

  export class HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    has_alpha_channel(): boolean
    /** Draws it upright in RGBA of 8 bits. Gives null for an image that cannot be decoded. */
    display(target: ImageTarget, done: (drawn: ImageTarget | null) => void): void
    free(): void
  }

  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default libheif
}
