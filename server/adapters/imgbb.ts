/** An image host with imgbb's API, instead of our own storage. Source: https://api.imgbb.com */
import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { ImageUrl } from '#contract/values/fields.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ImageHost } from '#server/ports/image-storage.ts'
import type { ImageHostSettings } from '#server/settings/images.ts'

const TIMEOUT_MS = 30_000

const UploadResponse = z.object({
  success: z.literal(true),
  data: z.object({ display_url: ImageUrl.refine((url) => url.startsWith('https://')) }),
})

/** Every response without the URL of an image is PICTURE_HOST_UNAVAILABLE, and so is none within `timeoutMs`. */
export function createImageHost({ url, key }: ImageHostSettings, timeoutMs = TIMEOUT_MS): ImageHost {
  const uploadUrl = new URL(url)
  uploadUrl.searchParams.set('key', key)
  return async (file) => {
    const { headers, body } = await buildForm(file)
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(uploadUrl, { method: 'POST', headers, body, signal, redirect: 'error' })
      if (!response.ok) throw new Error(`the image host responded with ${response.status}`)
      return UploadResponse.parse(await response.json()).data.display_url
    } catch (error) {
      throw new AppError('PICTURE_HOST_UNAVAILABLE', undefined, { cause: error })
    }
  }
}

/** Builds the form in memory: undici 7 throws an uncatchable error if a response arrives while it streams a form's file. */
async function buildForm(file: string): Promise<{ headers: Headers; body: ArrayBuffer }> {
  const form = new FormData()
  form.set('image', await openAsBlob(file, { type: 'image/webp' }), 'picture.webp')
  const encoded = new Response(form)
  return { headers: encoded.headers, body: await encoded.arrayBuffer() }
}
