import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Pages from './pages.ts'
import { readShown, renderText } from './shown-pages.ts'
import * as Versions from './versions.ts'

export function writtenPagesRoutes(serve: Serve): void {
  serve(api.getShownPage, (ctx, { params }) => readShown(ctx, params.slug))

  serve(api.listPages, ({ db }) => Pages.list(db))
  serve(api.addPage, async (ctx, { body }) => ({ insertedId: await Pages.add(ctx, body) }))
  serve(api.getPage, ({ db }, { params }) => Pages.get(db, params.id))
  serve(api.changePage, async (ctx, { params, body }, options) => ({
    modifiedCount: await Pages.change(ctx, params.id, body, options),
  }))
  serve(api.deletePage, async (ctx, { params }) => ({ deletedCount: await Pages.remove(ctx, params.id) }))

  serve(api.listPageVersions, (ctx, { params }) => Versions.list(ctx, params.id))
  serve(api.getPageVersion, (ctx, { params: { id, version } }) => Versions.get(ctx, id, version))
  serve(api.restorePageVersion, async (ctx, { params: { id, version } }, options) => ({
    modifiedCount: await Pages.restore(ctx, id, version, options),
  }))
  serve(api.previewPage, async (ctx, { body }) => ({ sections: await renderText(ctx, body.text) }))
}
