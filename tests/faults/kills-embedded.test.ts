import { openEmbeddedCopies } from './databases.ts'
import { describeKills } from './kills.ts'

describeKills('the embedded database', openEmbeddedCopies, 1)
