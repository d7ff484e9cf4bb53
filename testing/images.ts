/** Creates images for tests, and the forms with which they are uploaded. */
import { randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import type { UploadedImage } from '../contract/images.ts'
import { createPng, createProfileChunk } from './png.ts'
import { parseResponse, type RequestOptions, type Visitor } from './visitor.ts'

/** The colors of the upper and the lower half of every two-color image. */
export const UPPER = [200, 30, 30]
export const LOWER = [30, 60, 200]

/** Creates an image of two colors, red above blue; a random pixel in a corner makes each image unique. */
export function drawTwoColors(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  const middle = Math.floor(height / 2) * width * 3
  data.fill(Buffer.from(UPPER), 0, middle)
  data.fill(Buffer.from(LOWER), middle)
  data.set(randomBytes(3), data.length - 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Creates an image in Display P3 of reds that sRGB lacks; random samples make each image unique. */
export async function drawWide(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const p3 = await drawTwoColors(1, 1).withIccProfile('p3').png().toBuffer()
  const { icc = new Uint8Array() } = await sharp(p3).metadata()
  const samples = Array.from({ length: width * height * 3 }, (_, at) => (at % 3 === 0 ? 1 : Math.random() / 4))
  return new Uint8Array(createPng({ width, height, bits: 8, samples, chunks: [createProfileChunk(icc)] }))
}

/** Creates an image of noise, which no format compresses well. */
export function grainy(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
}

const PNG_CHANNELS = { gray: 1, rgb: 3, rgba: 4 } as const

/** Creates a black PNG, by default with one bit per pixel: a small file, whatever its dimensions. */
export function hugePng(
  width: number,
  height: number,
  { bits = 1, color = 'gray' }: { bits?: 1 | 8 | 16; color?: keyof typeof PNG_CHANNELS } = {},
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createPng({ width, height, bits, channels: PNG_CHANNELS[color] }))
}

/** Returns the color of a pixel; its place is given as fractions of width and height. */
export async function readColorAt(image: Buffer, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(down * info.height) * info.width + Math.floor(across * info.width)
  return [...data.subarray(at * info.channels, at * info.channels + 3)]
}

interface FormOptions {
  field?: string
  name?: string
  type?: string
  /** Path of the upload; by default that of an instructor's image. */
  path?: string
}

/** Builds a multipart form with one file, as a browser sends it. */
export async function formWith(
  bytes: Uint8Array<ArrayBuffer> | string,
  { field = 'image', name = 'picture.jpg', type = 'image/jpeg' }: FormOptions = {},
): Promise<Required<RequestOptions>> {
  const form = new FormData()
  form.set(field, new File([bytes], name, { type }))
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return { headers, body: Buffer.from(await sent.arrayBuffer()) }
}

/** Uploads bytes. Returns the response. */
export async function send(
  visitor: Visitor,
  bytes: Uint8Array<ArrayBuffer> | string,
  options?: FormOptions,
): Promise<LightMyRequestResponse> {
  return visitor.request('POST', options?.path ?? '/api/images', await formWith(bytes, options))
}

/** Uploads an image, and returns its URL as a path; throws if it is refused. */
export async function upload(visitor: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<UploadedImage['data']> {
  const response = await send(visitor, bytes)
  if (response.statusCode !== 200) throw new Error(`the image was refused: ${response.body}`)
  return parseResponse<UploadedImage>(response).data
}

/** Returns the bytes of an image, for a form. */
export async function readBytes(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer())
}
