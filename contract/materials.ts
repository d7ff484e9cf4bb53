/** Material: texts and links that an instructor shares with the students of a class. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, LabeledLink, Modified, Text } from './values/fields.ts'
import { MAX_MATERIAL_LENGTH, MAX_MATERIAL_LINKS } from './values/limits.ts'

export const Material = z.object({
  text: Text.trim().max(MAX_MATERIAL_LENGTH),
  links: z.array(LabeledLink).max(MAX_MATERIAL_LINKS),
})
export type Material = z.infer<typeof Material>

/** Material with the version for `If-Match`; 0 if the instructor has not saved any yet. */
export const VersionedMaterial = Material.extend({ version: z.int() })
export type VersionedMaterial = z.infer<typeof VersionedMaterial>

export const materialsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getMaterial: endpoint({
    method: 'GET',
    path: '/class/{id}/material',
    summary: 'Returns the material of a class of the calling instructor.',
    access: 'instructor',
    params: ById,
    response: VersionedMaterial,
  }),
  changeMaterial: endpoint({
    method: 'PATCH',
    path: '/class/{id}/material',
    summary: 'Replaces the material of a class of the calling instructor.',
    access: 'instructor',
    params: ById,
    body: Material,
    response: Modified,
    versioned: true,
  }),
}))
