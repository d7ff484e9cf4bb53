/** `npm run export -- [FILE]`: writes everything that is not secret into one file: CSV and pictures (docs/export.md). */
import { exportSchool } from '../server/domains/backup/export/export.ts'
import { runCommand, writeArchive } from './command.ts'
import { takeArchive } from './take-archive.ts'

await runCommand(async () => {
  await writeArchive('export', (settings, output) =>
    takeArchive(settings, '/export', output, (source) =>
      exportSchool({ ...source, currency: settings.currency }, output),
    ),
  )
  console.log('It has personal data of all users: store it safely.')
})
