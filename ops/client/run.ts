/** `npm run build:client`: builds `clients/typescript/dist`. */
import { join } from 'node:path'
import { buildClient } from './build.ts'

const folder = join(import.meta.dirname, '../../clients/typescript/dist')
await buildClient(folder)
console.log(`Built ${folder}`)
