/** Runs the checks of `npm run check` side by side, and ends with one line that counts them. */
import { runChecks, SOURCE_CHECKS, STATIC_CHECKS } from './runner/checks.ts'
import { printTotal } from './runner/tools.ts'

printTotal(await runChecks([...STATIC_CHECKS, ...SOURCE_CHECKS]))
