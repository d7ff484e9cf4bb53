/** Pictures for tests, made on the spot, and the forms in which they are uploaded. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import type { PictureUploaded } from '../contract/pictures.ts'
import type { RequestSaid, Visitor } from './visitor.ts'

/** The upper half, and the lower half, of every picture that is made here. */
export const UPPER = [200, 30, 30]
export const LOWER = [30, 60, 200]

/** A picture of two colours, red above blue; with one pixel in a corner that makes each another one. */
export function twoColours(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  const middle = Math.floor(height / 2) * width * 3
  data.fill(Buffer.from(UPPER), 0, middle)
  data.fill(Buffer.from(LOWER), middle)
  data.set(randomBytes(3), data.length - 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A picture that no format makes small. */
export function grainy(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
}

/** A black PNG of one bit a pixel, which is tiny whatever its size. */
export function hugePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

/** Source: PNG (Third Edition), 5.3 */
function chunk(type: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** The colour of the pixel at a place, given in shares of width and height. */
export async function colourAt(picture: Buffer, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(down * info.height) * info.width + Math.floor(across * info.width)
  return [...data.subarray(at * info.channels, at * info.channels + 3)]
}

interface FormSaid {
  field?: string
  name?: string
  type?: string
}

/** A multipart form with one file, as a browser sends it. */
export async function formWith(
  bytes: Uint8Array<ArrayBuffer> | string,
  { field = 'image', name = 'picture.jpg', type = 'image/jpeg' }: FormSaid = {},
): Promise<Required<RequestSaid>> {
  const form = new FormData()
  form.set(field, new File([bytes], name, { type }))
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return { headers, body: Buffer.from(await sent.arrayBuffer()) }
}

/** Uploads bytes; answers what came back. */
export async function send(
  visitor: Visitor,
  bytes: Uint8Array<ArrayBuffer> | string,
  said?: FormSaid,
): Promise<LightMyRequestResponse> {
  return visitor.request('POST', '/api/images', await formWith(bytes, said))
}

/** Uploads a picture that is taken. */
export async function upload(visitor: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<PictureUploaded['data']> {
  const answer = await send(visitor, bytes)
  if (answer.statusCode !== 200) throw new Error(`the picture was not taken: ${answer.body}`)
  return answer.json<PictureUploaded>().data
}

/** The bytes of a Sharp, as they go into a form. */
export async function bytesOf(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await picture.toBuffer())
}
