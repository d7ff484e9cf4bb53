/** POST /class/add: the class waits for approval from then on. */
import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import type { CompleteDraft } from './add-class.rules.ts'

/** Answers what adds a class, with its picture sent first. It rejects with NotSent or a CallError. */
export function useAddClass() {
  const client = useQueryClient()
  return async ({ picture, className, seats, price }: CompleteDraft): Promise<void> => {
    const classImage = await picture.address()
    await call(api.addClass, { body: { className, classImage, seats, price } })
    await Promise.all(['own classes', 'studio'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
}
