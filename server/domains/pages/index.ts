import type { Domain } from '../domain.ts'
import { writtenPagesRoutes } from './pages.routes.ts'
import { PAGE_EXPORTS, pageImages } from './pages.table.ts'

export const pages: Domain = {
  routes: writtenPagesRoutes,
  tables: { exported: PAGE_EXPORTS },
  images: [pageImages.image],
}
