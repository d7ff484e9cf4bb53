/** Pictures for tests, made on the spot, and the forms in which they are uploaded. */
import type { LightMyRequestResponse } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import type { PictureUploaded } from '../contract/pictures.ts'
import type { RequestSaid, Visitor } from './visitor.ts'

/** The upper half, and the lower half, of every picture that is made here. */
export const UPPER = { r: 200, g: 30, b: 30 }
export const LOWER = { r: 30, g: 60, b: 200 }

/** A picture of two colours, red above blue; another one at every call, unless `seed` is said. */
export async function twoColours(width: number, height: number, seed = Math.random()): Promise<Sharp> {
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const, background: LOWER }
  const dot = { width: 1, height: 1, channels: 3 as const, background: { r: 30, g: 60, b: Math.floor(seed * 256) } }
  const { data, info } = await sharp({ create: { width, height, channels: 3, background: UPPER } })
    .composite([
      { input: { create: half }, gravity: 'south' },
      { input: { create: { ...dot, background: { ...dot.background, r: Math.floor(seed * 65536) % 256 } } }, gravity: 'southeast' },
    ])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
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
