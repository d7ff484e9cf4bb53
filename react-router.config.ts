import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // Few enough routes that the whole list travels with the page, instead of a request before a navigation.
  routeDiscovery: { mode: 'initial' },
  // Loaders are a line each: a file of their own would cost more than it saves.
  splitRouteModules: false,
} satisfies Config
