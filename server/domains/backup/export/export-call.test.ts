import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '../../../../contract/api.ts'
import { EXPORT_LINK_SECONDS } from '../../../../contract/backup.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { makeFolder } from '../../../../testing/backups.ts'
import { drawTwoColors, readBytes, upload } from '../../../../testing/images.ts'
import { catchCode } from '../../../../testing/visitor.ts'
import { openArchive } from '../../../platform/archive/read-archive.ts'
import { rateLimits } from '../../../platform/rate-limits/rate-limits.table.ts'

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const open = (url: string) => application.visitor.request('GET', new URL(url).pathname)

describe('an export by an admin', () => {
  it('is an archive behind a link, and is in the activity log', async () => {
    const admin = await application.signedIn('admin')
    const { url } = await admin.call(api.requestExport)
    const response = await open(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="school-[\d-]+\.export\.zip"$/),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const path = join(await makeFolder(), 'export.zip')
    await writeFile(path, response.rawPayload)
    const archive = await openArchive(path)
    await archive.verify()
    expect(archive.names).toContain('users.csv')
    archive.close()
    const [entry] = await admin.call(api.listActivity)
    expect(entry).toMatchObject({ deed: 'school_exported', actor: { email: admin.user.email } })
  })

  it('needs a recent sign-in, and is for admins without an access token only', async () => {
    const long = await application.signedIn('admin', { signedInAt: Date.now() - 61 * 60_000 })
    expect(await catchCode(long.call(api.requestExport))).toBe('REAUTH_REQUIRED')
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode((await application.signedIn(role)).call(api.requestExport))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.requestExport))).toBe('NOT_SIGNED_IN')
    const document = (await application.visitor.request('GET', '/api/openapi.json')).json()
    expect(document.paths['/api/school/export'].post.security).toEqual([{ token: [] }])
  })

  it('can be requested five times an hour', async () => {
    const admin = await application.signedIn('admin')
    for (let time = 0; time < 5; time++) await admin.call(api.requestExport)
    expect(await catchCode(admin.call(api.requestExport))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the link of an export', () => {
  it('can be opened once', async () => {
    const { url } = await (await application.signedIn('admin')).call(api.requestExport)
    expect((await open(url)).statusCode).toBe(200)
    expect((await open(url)).statusCode).toBe(429)
  })

  it('is not found when it has expired, was changed, or its admin is one no longer', async () => {
    const admin = await application.signedIn('admin')
    const expired = application.exportLinks.create(admin.user.id, Date.now() - EXPORT_LINK_SECONDS * 1000 - 1)
    expect((await open(expired)).statusCode).toBe(404)
    const { url } = await admin.call(api.requestExport)
    const another = url.replace(/(?<=export\/)[0-9a-f-]{36}/, (await application.signedIn('admin')).user.id)
    expect((await open(another)).statusCode).toBe(404)
    const other = await application.signedIn('admin')
    await other.call(api.makeStudent, { params: { id: admin.user.id } })
    expect((await open(url)).statusCode).toBe(404)
    const student = await application.signedIn('student')
    expect((await open(application.exportLinks.create(student.user.id))).statusCode).toBe(404)
  })

  it('whose export fails says so, is in the log once, and holds up no other export', async () => {
    const { db } = application.services
    const admin = await application.signedIn('admin')
    const [first, second] = [await admin.call(api.requestExport), await admin.call(api.requestExport)]
    const failing = vi.spyOn(db, 'transaction').mockRejectedValue(new Error('no snapshot'))
    onTestFinished(() => failing.mockRestore())
    expect((await open(first.url)).statusCode).toBe(500)
    failing.mockRestore()
    expect(application.logged.filter((line) => line.includes('no snapshot'))).toHaveLength(1)
    expect((await open(second.url)).statusCode).toBe(200)
  })

  it('is refused while another export is in progress, and works afterwards', async () => {
    await upload(await application.signedIn('instructor'), await readBytes(drawTwoColors(640, 480).png()))
    const admin = await application.signedIn('admin')
    const [first, second] = [await admin.call(api.requestExport), await admin.call(api.requestExport)]
    const { storage } = application.imagePipeline
    const { get } = storage
    const reached = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    storage.get = async (key) => {
      reached.resolve()
      await release.promise
      return get(key)
    }
    const response = open(first.url)
    await reached.promise
    expect((await open(second.url)).statusCode).toBe(429)
    storage.get = get
    release.resolve()
    expect((await response).statusCode).toBe(200)
    // The temporary files of the first one are removed after its response has ended.
    await expect.poll(async () => (await open(second.url)).statusCode, { timeout: 10_000 }).toBe(200)
  })
})
