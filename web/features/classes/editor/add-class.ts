/** POST /class/add: adds a class, which is pending at first. */
import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import type { CompleteDraft } from './add-class.rules.ts'
import { readFurther } from './class-draft.ts'

/** Returns a function that uploads the image and adds the class. It returns the id, and rejects with UploadError or CallError. */
export function useAddClass() {
  const client = useQueryClient()
  return async ({ image, image2, image3, terms_id, ...fields }: CompleteDraft): Promise<string> => {
    const images = { classImage: await image.url(), ...(await readFurther({ image2, image3, ...fields })) }
    const { insertedId } = await call(api.addClass, { body: { ...fields, ...images, terms_id: terms_id || null } })
    await refetchAfter(client, 'classAdded')
    return insertedId
  }
}
