/** PATCH /class/{id}/material: replaces the version of the material that was read. */
import { useQueryClient } from '@tanstack/react-query'
import type { Material, VersionedMaterial } from '#contract/materials.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { materialQuery } from './material.query.ts'

export function useSaveMaterial(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    save: async (material: Material, version: number): Promise<void> => {
      await call(api.changeMaterial, { params: { id }, body: material }, { ifMatch: version })
      void refetchAfter(client, 'materialSaved')
    },
    /** Reads the current material. Rejects with a CallError. */
    reload: (): Promise<VersionedMaterial> => client.fetchQuery({ ...materialQuery(id), staleTime: 0 }),
  }
}
