import { createImageReplacer } from '#contract/image-fields.ts'

/** Returns a function that serializes a response as JSON, with the URLs of own images below `publicUrl`. */
export function createJsonSerializer(publicUrl: string): (body: unknown) => string {
  const replaceImages = createImageReplacer(publicUrl)
  return (body) => JSON.stringify(body, replaceImages)
}
