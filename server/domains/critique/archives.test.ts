import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { TABLES } from '#server/registered.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { makeFolder, openRestored, takeBackup } from '../../../testing/backups.ts'
import { handIn, PIN, submitting, takePicture } from '../../../testing/critique.ts'
import { openArchive } from '../../platform/archive/read-archive.ts'
import { exportSchool } from '../backup/export/export.ts'

const application = openForThisFile()

async function handInWithDraft() {
  const { student, instructor, submissionId } = await submitting(application)
  const original = await takePicture()
  const { insertedId, versionId } = await handIn(student, submissionId, original)
  await instructor.call(api.addRemark, { params: { id: versionId }, body: { ...PIN, text: 'Only a draft' } })
  return { original, insertedId, versionId }
}

it('a backup restores the uploaded file and the views of a picture', async () => {
  const { original, insertedId, versionId } = await handInWithDraft()
  const { path, manifest } = await takeBackup(application)
  expect(manifest.missing_images).toEqual([])
  const restored = await openRestored(path)
  const again = await restored.signedIn('admin')
  const { storage } = restored.imagePipeline
  const stored = await storage.get(`private-${versionId}/original`)
  expect(stored && (await buffer(stored.bytes)).equals(original)).toBe(true)
  expect((await again.request('GET', `/api/picture/${insertedId}/file?w=60`)).statusCode).toBe(200)
})

it('an export has the views of a picture, but neither the uploaded file nor drafts', async () => {
  const { versionId } = await handInWithDraft()
  const { services, settings, imagePipeline } = application
  const file = join(await makeFolder(), 'export.zip')
  const source = { db: services.db, currency: 'usd', tables: TABLES, storage: imagePipeline.storage, application: '1' }
  await exportSchool({ ...source, dataDir: settings.dataDir }, createWriteStream(file))
  const archive = await openArchive(file)
  const pictures = archive.names.filter((name) => name.includes(versionId))
  expect(pictures).toEqual([`pictures/private-${versionId}/60.avif`])
  expect(await text(await archive.read('remarks.csv'))).not.toContain('Only a draft')
  archive.close()
})
