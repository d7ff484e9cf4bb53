/** Material: texts, links, pictures and other files that an instructor shares with the students of a class. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Deleted, Id, Inserted, LabeledLink, MarkdownText, Modified } from './values/fields.ts'
import { MAX_MATERIAL_FILE_BYTES, MAX_MATERIAL_LENGTH, MAX_MATERIAL_LINKS } from './values/limits.ts'

export const Material = z.object({
  /** Markdown. */
  text: MarkdownText.max(MAX_MATERIAL_LENGTH),
  links: z.array(LabeledLink).max(MAX_MATERIAL_LINKS),
})
export type Material = z.infer<typeof Material>

export const MaterialFile = z.object({
  _id: Id,
  /** As on the device of who uploaded it. */
  name: z.string(),
  bytes: z.int(),
  /** Pixels of an upright picture; null for another file. */
  picture: z.object({ width: z.int(), height: z.int() }).nullable(),
  /** A path of our pages for an hour or two, which `download` completes, or for a picture a width in pixels. */
  path: z.string(),
})
export type MaterialFile = z.infer<typeof MaterialFile>

/** Material as students see it. */
export const ShownMaterial = Material.extend({
  /** The text as HTML that is safe on our pages. */
  html: z.string(),
  /** Oldest first. */
  files: z.array(MaterialFile),
})
export type ShownMaterial = z.infer<typeof ShownMaterial>

/** Material with the version for `If-Match`; 0 if the instructor has not saved any yet. */
export const VersionedMaterial = ShownMaterial.extend({ version: z.int() })
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
    summary: 'Replaces the text and the links of the material of a class of the calling instructor.',
    access: 'instructor',
    params: ById,
    body: Material,
    response: Modified,
    versioned: true,
  }),
  previewMaterial: endpoint({
    method: 'POST',
    path: '/material/preview',
    summary: 'Returns Markdown as students would see it, and stores nothing.',
    access: 'instructor',
    body: Material.pick({ text: true }),
    response: z.object({ html: z.string() }),
    rateLimit: { max: 600, minutes: 10 },
  }),
  addMaterialFile: endpoint({
    method: 'POST',
    path: '/class/{id}/material/files',
    summary:
      'Adds a picture or another file to the material of a class of the calling instructor. The same file returns the same id.',
    access: 'instructor',
    params: ById,
    response: Inserted,
    upload: 'file',
    maxUploadBytes: MAX_MATERIAL_FILE_BYTES,
    rateLimit: { max: 120, minutes: 10 },
  }),
  deleteMaterialFile: endpoint({
    method: 'DELETE',
    path: '/material-file/{id}',
    summary: 'Deletes a file of the material of a class of the calling instructor.',
    access: 'instructor',
    params: ById,
    response: Deleted,
  }),
}))
