import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compactManifest } from './ops/browser-code/manifest.ts'

export default {
  appDirectory: 'web',
  // Few enough routes that the whole list travels with the page, instead of a request before a navigation.
  routeDiscovery: { mode: 'initial' },
  // Loaders are a line each: a file of their own would cost more than it saves.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compactManifest(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
