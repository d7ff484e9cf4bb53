/** GET /class/{id}/material: the material of a class, for its instructor. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function materialQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.material, id],
    queryFn: () => call(api.getMaterial, { params: { id } }),
  })
}

/** POST /material/preview: Markdown as students would see it. */
export function materialPreviewQuery(text: string) {
  return queryOptions({
    queryKey: [...queryKeys.material, 'preview', text],
    queryFn: () => call(api.previewMaterial, { body: { text } }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  })
}
