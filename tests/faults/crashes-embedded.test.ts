import { describeCrashes } from './crashes.ts'
import { openEmbeddedCopies } from './databases.ts'

describeCrashes('the embedded database', openEmbeddedCopies)
