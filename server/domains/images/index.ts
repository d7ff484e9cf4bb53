import { type Domain, defineJob, HOUR_MS } from '../domain.ts'
import { imagesRoutes, uploadRoutes } from './images.routes.ts'
import { IMAGE_EXPORTS } from './images.table.ts'
import * as Images from './images.ts'
import { listKeys, removeFiles } from './private-files.ts'

export const images: Domain = {
  uploads: (serve, { imagePipeline }) => uploadRoutes(serve, imagePipeline),
  mount: (app, { imagePipeline }) => imagesRoutes(app, imagePipeline),
  jobs: [
    defineJob(Images.removeFiles, ({ imagePipeline }, image) => Images.remove(imagePipeline.storage, image)),
    defineJob(removeFiles, ({ imagePipeline }, files) => imagePipeline.storage.remove(listKeys(files))),
  ],
  every: [
    {
      everyMs: HOUR_MS,
      run: (components) => Images.removeUnused(components),
      failure: 'unused images could not be removed',
    },
  ],
  tables: { exported: IMAGE_EXPORTS },
}
