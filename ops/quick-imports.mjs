/**
 * Loaded before the server (`node --import`). Node 24 parses a package's package.json anew for every file that is imported from
 * it; drizzle-orm's has 179 KB and is asked for a hundred times, a second of a warm start. Its files are ES modules throughout.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    const inDrizzle = context.parentURL?.includes('/node_modules/drizzle-orm/')
    if (!inDrizzle || !specifier.startsWith('.') || !specifier.endsWith('.js')) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
