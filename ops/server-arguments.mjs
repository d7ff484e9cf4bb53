/**
 * The arguments for Node: a young generation of at most 4 MB, and an old one of at most 640 MB, for which V8 keeps less garbage than for the
 * 4 GB that it takes on a large machine. After 3,000 requests for pages the process had 208 MB in place of 275.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=4', '--max-old-space-size=640']

/**
 * - The C library keeps freed memory for each of at most two threads, in place of sixteen: 10 MB less on two cores. Source: mallopt(3)
 * - ICU reads the rules of time zones from our file, which `npm run update-zones` writes, instead of those inside Node.
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', ICU_TIMEZONE_FILES_DIR: 'server/platform/zones' }

/** The arguments for Node that run the bundle of the server. */
export const SERVER_ARGUMENTS = [...NODE_ARGUMENTS, 'build/app/main.js']

/** The arguments for Node that run the server from its sources, with hot reload of the pages. */
export const DEVELOPMENT_ARGUMENTS = [...NODE_ARGUMENTS, 'server/main.ts', '--dev']
