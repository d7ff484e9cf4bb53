/**
 * The arguments for Node, which takes them on its command line only.
 * - Without the first two, V8 keeps 300 MB of garbage while a newsletter is sent, since a machine with much memory lets it. With a young
 *   generation of 8 MB it kept 30 MB; with 4, the peak of a first start is 10 MB lower still.
 * - With pretenuring, V8 in some starts puts objects of each request into the old generation, which keeps what they refer to until the
 *   next major collection: cached responses then have two thirds of their rate.
 */
export const NODE_ARGUMENTS = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
]

/**
 * - The C library keeps freed memory for each of at most two threads, in place of sixteen: 10 MB less on two cores. Source: mallopt(3)
 * - ICU reads the rules of time zones from our file, which `npm run update-zones` writes, instead of those inside Node.
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', ICU_TIMEZONE_FILES_DIR: 'server/platform/zones' }

/** The arguments for Node that run the bundle of the server. */
export const SERVER_ARGUMENTS = [...NODE_ARGUMENTS, 'build/app/main.js']

/** The arguments for Node that run the server from its sources, with hot reload of the pages. */
export const DEVELOPMENT_ARGUMENTS = [...NODE_ARGUMENTS, 'server/main.ts', '--dev']
