import { api } from '#contract/api.ts'
import type { Serve, ServeUpload } from '#server/ports/serve.ts'
import { apply } from './apply.ts'
import { check } from './check.ts'
import * as Imports from './imports.ts'
import { discard, match } from './match.ts'
import { exportRows, listRows } from './rows.ts'
import { upload } from './staging.ts'
import { undo } from './undo.ts'

export function importRoutes(serve: Serve): void {
  serve(api.listImports, ({ db }) => Imports.list({ db }))
  serve(api.getImport, (ctx, { params }) => Imports.get(ctx, params.id))
  serve(api.matchImport, (ctx, { params, body }, options) => match(ctx, params.id, body, options))
  serve(api.checkImport, (ctx, { params }) => check(ctx, params.id))
  serve(api.listImportRows, (ctx, { params, query }) => listRows(ctx, params.id, query))
  serve(api.exportImportRows, (ctx, { params, query }) => exportRows(ctx, params.id, query))
  serve(api.applyImport, (ctx, { params }, options) => apply(ctx, params.id, options))
  serve(api.undoImport, (ctx, { params }) => undo(ctx, params.id))
  serve(api.discardImport, async (ctx, { params }) => ({ deletedCount: await discard(ctx, params.id) }))
}

export function importUploadRoutes(serve: ServeUpload): void {
  serve(api.uploadImport, (ctx, bytes, { fileName }) => upload(ctx, bytes, fileName))
}
