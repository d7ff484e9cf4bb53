/** `npm run export -- [FILE]`: writes everything that is not secret into one file: CSV and pictures (docs/export.md). */
import { exportSchool } from '../server/domains/backup/export/export.ts'
import { runCommand, writeArchive } from './command.ts'
import { withSource } from './with-source.ts'

await runCommand(async () => {
  await writeArchive('export', (settings, output) =>
    withSource(settings, (source) => exportSchool({ ...source, currency: settings.school.currency }, output)),
  )
  console.log('It has personal data of all users: store it safely.')
})
