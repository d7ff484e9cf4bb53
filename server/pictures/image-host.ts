/** An image host that speaks imgbb's API, in place of our own storage. Source: https://api.imgbb.com */
import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { PictureUrl } from '#contract/fields.ts'
import { Refusal } from '#server/refusal.ts'
import type { ImageHostSettings } from './picture-settings.ts'

const PATIENCE_MS = 30_000

const Answer = z.object({
  success: z.literal(true),
  data: z.object({ display_url: PictureUrl.refine((url) => url.startsWith('https://')) }),
})

/** Carries a WebP to the host; answers where it is shown from. */
export type ImageHost = (file: string) => Promise<string>

/** @param patienceMs how long it may take to answer, which for anything but the address of a picture is PICTURE_HOST_UNAVAILABLE */
export function imageHost({ url, key }: ImageHostSettings, patienceMs = PATIENCE_MS): ImageHost {
  const address = new URL(url)
  address.searchParams.set('key', key)
  return async (file) => {
    const { headers, body } = await formWith(file)
    try {
      const signal = AbortSignal.timeout(patienceMs)
      const answer = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' })
      if (!answer.ok) throw new Error(`the image host answered ${answer.status}`)
      return Answer.parse(await answer.json()).data.display_url
    } catch (error) {
      throw new Refusal('PICTURE_HOST_UNAVAILABLE', undefined, { cause: error })
    }
  }
}

/** Whole: undici 7 throws where nobody can catch it if an answer comes while it still reads a form's file. */
async function formWith(file: string): Promise<{ headers: Headers; body: ArrayBuffer }> {
  const form = new FormData()
  form.set('image', await openAsBlob(file, { type: 'image/webp' }), 'picture.webp')
  const whole = new Response(form)
  return { headers: whole.headers, body: await whole.arrayBuffer() }
}
