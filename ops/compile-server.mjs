/**
 * `npm run compile`: compiles the server before its first start. Run it as the user of the service: each user of the system has a cache of
 * compiled code. It runs with the arguments of the server, on which the code depends.
 */
import { run } from './install.mjs'
import { NODE_ARGUMENTS } from './server-arguments.mjs'

run(process.execPath, [...NODE_ARGUMENTS, 'ops/load-server.mjs'])
