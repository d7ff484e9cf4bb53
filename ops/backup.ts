/** `npm run backup -- [FILE]`: writes everything of the school into one file: database, pictures and secrets. */
import { writeBackup } from '../server/domains/backup/backup.ts'
import { runCommand, writeArchive } from './command.ts'
import { withSource } from './with-source.ts'

await runCommand(async () => {
  await writeArchive('backup', (settings, output) => withSource(settings, (source) => writeBackup(source, output)))
  console.log('It has password hashes, keys and personal data: store it where only you can read it.')
})
