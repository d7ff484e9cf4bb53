/** Runs a command of operators from the bundle, with the arguments that follow its name: `node ops/run.mjs backup FILE`. */
import { ensureServerBuilt } from './ensure-built.mjs'

const [name = ''] = process.argv.splice(2, 1)
ensureServerBuilt()
await import(`../build/app/${name}.js`)
