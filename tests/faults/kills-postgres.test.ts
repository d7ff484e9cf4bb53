import { openPostgresCopies } from './databases.ts'
import { describeKills } from './kills.ts'

describeKills('PostgreSQL', openPostgresCopies, 1)
describeKills('PostgreSQL', openPostgresCopies, 3)
