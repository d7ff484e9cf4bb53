import { describeCrashes } from './crashes.ts'
import { openPostgresCopies } from './databases.ts'

describeCrashes('PostgreSQL', openPostgresCopies)
