/** `npm run check`: installs if needed, then checks format, lint, types and structure. Builds nothing. */
import { ensureInstalled, NODE, run } from './install.mjs'

ensureInstalled()
run(NODE, ['tests/check.ts'])
