/** PATCH /class/{id}/material: puts other material in the place of what was read. */
import { useQueryClient } from '@tanstack/react-query'
import type { KeptMaterial, Material } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { materialQuery } from './material.query.ts'

export function useSaveMaterial(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    save: async (material: Material, version: number): Promise<void> => {
      await call(api.changeMaterial, { params: { id }, body: material }, { ifMatch: version })
    },
    /** The material as it is now. Rejects with a CallError. */
    readAgain: (): Promise<KeptMaterial> => client.fetchQuery({ ...materialQuery(id), staleTime: 0 }),
  }
}
