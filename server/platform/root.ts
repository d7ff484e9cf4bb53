import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { must } from './app-error.ts'

/** The project's folder: of the sources, and of the bundle that `npm run build` makes of them. */
export const ROOT = dirname(must(findPackageJSON(import.meta.url)))
