/** The pages that admins write in Markdown: terms, privacy, refunds, contact, and further ones such as About. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { toSlug } from './slug.ts'
import { ById, Deleted, Id, Inserted, LineText, MarkdownText, Modified, Text, Timestamp } from './values/fields.ts'
import {
  DEFAULT_POSITION,
  MAX_NAME_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_POSITION,
  MAX_SHORT_TEXT_LENGTH,
  MAX_SLUG_LENGTH,
} from './values/limits.ts'

/** A part of a page as HTML that is safe to insert. The first may have no name, and then no heading. */
export const PageSection = z.object({ name: z.string(), html: z.string() })
export type PageSection = z.infer<typeof PageSection>

/** A page as visitors see it. */
export const ShownPage = z.object({
  slug: z.string(),
  title: z.string(),
  /** The line below the title. */
  summary: z.string(),
  /** One or two sentences for search engines. */
  description: z.string(),
  sections: z.array(PageSection),
})
export type ShownPage = z.infer<typeof ShownPage>

/** The last part of the address. `Über uns` becomes `uber-uns`. */
const Slug = LineText.min(1, 'slug is required')
  .max(MAX_SLUG_LENGTH)
  .overwrite(toSlug)
  .min(1, 'needs letters a–z or digits')

const PageText = MarkdownText.min(1, 'text is required').max(MAX_PAGE_TEXT_LENGTH)

const PageFields = z.object({
  slug: Slug,
  title: LineText.min(1, 'title is required').max(MAX_NAME_LENGTH),
  /** Markdown. */
  text: PageText,
  published: z.boolean(),
  /** The line below the title. Search engines show it too. */
  summary: LineText.max(MAX_SHORT_TEXT_LENGTH),
  in_menu: z.boolean(),
  in_footer: z.boolean(),
  /** Lower numbers come first in the menu and in the footer. */
  position: z.int().min(0).max(MAX_POSITION),
})
export const NewPage = PageFields.extend({
  published: z.boolean().default(false),
  summary: PageFields.shape.summary.default(''),
  in_menu: z.boolean().default(false),
  in_footer: z.boolean().default(false),
  position: PageFields.shape.position.default(DEFAULT_POSITION),
})
export type NewPage = z.infer<typeof NewPage>

/** Absent fields stay as they are. A new title, summary or text of a legal page ends its review, unless `reviewed` says otherwise. */
export const PageChange = PageFields.extend({ reviewed: z.boolean() }).partial()
export type PageChange = z.infer<typeof PageChange>

/** A page as admins see it, drafts too. */
export const ManagedPage = PageFields.extend({
  _id: Id,
  slug: z.string(),
  title: z.string(),
  text: z.string(),
  summary: z.string(),
  position: z.int(),
  /** True if an admin has marked a legal text as reviewed; null for other pages. */
  reviewed: z.boolean().nullable(),
  version: z.int(),
  /** Time of the last change of its words. */
  changed_at: Timestamp,
})
export type ManagedPage = z.infer<typeof ManagedPage>

/** The words of a page from one change to the next. */
export const ListedPageVersion = z.object({
  version: z.int(),
  title: z.string(),
  /** The name of the admin; null for a text that came with the application. */
  author: z.string().nullable(),
  created_at: Timestamp,
})
export type ListedPageVersion = z.infer<typeof ListedPageVersion>

export const PageVersion = ListedPageVersion.extend({
  summary: z.string(),
  text: z.string(),
  sections: z.array(PageSection),
})
export type PageVersion = z.infer<typeof PageVersion>

const ByVersion = ById.extend({ version: Text.regex(/^\d{1,9}$/).transform(Number) })

const editingEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listPages: endpoint({
    method: 'GET',
    path: '/pages',
    summary: 'Lists all pages, drafts too.',
    access: 'admin',
    response: z.array(ManagedPage),
  }),
  addPage: endpoint({
    method: 'POST',
    path: '/pages',
    summary: 'Adds a page, which is a draft unless it says otherwise.',
    access: 'admin',
    body: NewPage,
    response: Inserted,
    rateLimit: { max: 120, minutes: 10 },
  }),
  getPage: endpoint({
    method: 'GET',
    path: '/page/{id}',
    summary: 'Returns a page with its Markdown.',
    access: 'admin',
    params: ById,
    response: ManagedPage,
  }),
  changePage: endpoint({
    method: 'PATCH',
    path: '/page/{id}',
    summary: 'Changes, publishes or places a page, or marks a legal text as reviewed.',
    access: 'admin',
    params: ById,
    body: PageChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 240, minutes: 10 },
  }),
  deletePage: endpoint({
    method: 'DELETE',
    path: '/page/{id}',
    summary: 'Deletes a page with its earlier versions.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))

const versionEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listPageVersions: endpoint({
    method: 'GET',
    path: '/page/{id}/versions',
    summary: 'Lists the versions of the words of a page, newest first.',
    access: 'admin',
    params: ById,
    response: z.array(ListedPageVersion),
  }),
  getPageVersion: endpoint({
    method: 'GET',
    path: '/page/{id}/version/{version}',
    summary: 'Returns one version of the words of a page.',
    access: 'admin',
    params: ByVersion,
    response: PageVersion,
  }),
  restorePageVersion: endpoint({
    method: 'POST',
    path: '/page/{id}/version/{version}/restoration',
    summary: 'Makes an earlier version the current one, as a new version.',
    access: 'admin',
    params: ByVersion,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  previewPage: endpoint({
    method: 'POST',
    path: '/pages/preview',
    summary: 'Returns Markdown as visitors would see it, and stores nothing.',
    access: 'admin',
    body: z.object({ text: PageText }),
    response: z.object({ sections: z.array(PageSection) }),
    rateLimit: { max: 600, minutes: 10 },
  }),
}))

export const pagesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getShownPage: endpoint({
    method: 'GET',
    path: '/pages/{slug}',
    summary: 'Returns a published page.',
    access: 'anyone',
    params: z.object({ slug: Text }),
    response: ShownPage,
    cached: true,
    seats: 'none',
  }),
  ...editingEndpoints,
  ...versionEndpoints,
}))
