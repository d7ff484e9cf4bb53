/** Changes the material of a class: the text and the links of the version that was read, and its files. */
import { useQueryClient } from '@tanstack/react-query'
import { createCall } from '#contract/call.ts'
import type { Material, VersionedMaterial } from '#contract/materials.ts'
import { api, call } from '#web/api.ts'
import { fileTransport } from '#web/features/images/file-transport.ts'
import { refetchAfter } from '#web/queries.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { materialQuery } from './material.query.ts'

export function useSaveMaterial(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    save: async (material: Material, version: number): Promise<void> => {
      await call(api.changeMaterial, { params: { id }, body: material }, { ifMatch: version })
      void refetchAfter(client, 'materialSaved')
    },
    /** Adds a file. Rejects with a CallError. */
    addFile: async (file: File, onProgress: (progress: number) => void): Promise<void> => {
      const { signal } = new AbortController()
      const upload = withAuthErrors(createCall(fileTransport({ field: 'file', file, onProgress, signal })))
      await upload(api.addMaterialFile, { params: { id } })
      await refetchAfter(client, 'materialSaved')
    },
    deleteFile: async (fileId: string): Promise<void> => {
      await call(api.deleteMaterialFile, { params: { id: fileId } })
      await refetchAfter(client, 'materialSaved')
    },
    /** Reads the current material. Rejects with a CallError. */
    reload: (): Promise<VersionedMaterial> => client.fetchQuery({ ...materialQuery(id), staleTime: 0 }),
  }
}
