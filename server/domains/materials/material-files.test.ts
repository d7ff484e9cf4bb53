import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_MATERIAL_FILE_BYTES, MAX_MATERIAL_FILES } from '#contract/values/limits.ts'
import { enrolments, materialReadings } from '#server/domains/enrolments/enrolments.table.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { TABLES } from '#server/registered.ts'
import { makeEnrolment } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { makeFolder, openRestored, takeBackup } from '../../../testing/backups.ts'
import { takePicture } from '../../../testing/critique.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { openArchive } from '../../platform/archive/read-archive.ts'
import { exportSchool } from '../backup/export/export.ts'
import { removeUnfinished } from './material-files.ts'
import { materialFiles } from './materials.table.ts'

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

async function send(visitor: Visitor, classId: string, content: Buffer, name = 'Tides.pdf') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(content)], name))
  const response = new Response(form)
  const options = {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    body: Buffer.from(await response.arrayBuffer()),
  }
  return visitor.request('POST', `/api/class/${classId}/material/files`, options)
}

/** Adds a file, and returns its id. */
async function add(visitor: Visitor, classId: string, content: Buffer, name?: string): Promise<string> {
  const response = await send(visitor, classId, content, name)
  if (response.statusCode !== 200) throw new Error(`the file was refused: ${response.body}`)
  return response.json().insertedId
}

/** Creates a class with an enrolled student. */
async function teachingOne() {
  const at = await teaching(application)
  const student = await application.signedIn('student')
  await makeEnrolment(application.services.db, student.user, at.taught)
  const readFiles = async () => (await student.call(api.getEnrolledClass, { params: at.params })).material?.files ?? []
  return { ...at, student, readFiles }
}

const get = (path: string) => application.visitor.request('GET', path)

const EXIF = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
const takePlaced = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: 'gray' } })
    .withExif(EXIF)
    .jpeg()
    .toBuffer()

describe('a file of the material', () => {
  it('is saved by students as it was uploaded, under its name, and opens in no page', async () => {
    const { instructor, params, readFiles } = await teachingOne()
    const page = Buffer.from('<script>alert(1)</script>')
    const id = await add(instructor, params.id, page, 'Übung “1”.html')
    const [file] = await readFiles()
    expect(file).toMatchObject({ _id: id, name: 'Übung “1”.html', bytes: page.length, picture: null })
    const response = await get(`${file?.path}/download`)
    expect(response.rawPayload.equals(page)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Übung “1”.html')}`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect((await instructor.call(api.getMaterial, { params })).files).toHaveLength(1)
  })

  it('that is a picture is shown in views without its position, and never handed out as it was uploaded', async () => {
    const { instructor, params, readFiles } = await teachingOne()
    await add(instructor, params.id, await takePlaced(), 'Pier.jpg')
    const [file] = await readFiles()
    expect(file).toMatchObject({ name: 'Pier.jpg', picture: { width: 1200, height: 800 } })
    for (const [wanted, width] of [
      ['960', 960],
      ['download', 1200],
    ]) {
      const response = await get(`${file?.path}/${wanted}`)
      const { exif, ...shown } = await sharp(response.rawPayload).metadata()
      expect([response.headers['content-type'], shown.width, exif]).toEqual(['image/avif', width, undefined])
    }
    expect((await get(`${file?.path}/original`)).statusCode).toBe(404)
  })

  it('is for students of the class while they are enrolled, its instructor and admins', async () => {
    const { instructor, params, student, readFiles } = await teachingOne()
    const id = await add(instructor, params.id, Buffer.from('x'))
    const [file] = await readFiles()
    const [admin, stranger, other] = [
      await application.signedIn('admin'),
      await application.signedIn('student'),
      await application.signedIn('instructor'),
    ]
    const ask = async ({ user }: { user: { id: string } }) =>
      (await get(`${application.materialLinks.create(user.id, id)}/download`)).statusCode
    expect(await Promise.all([student, instructor, admin].map(ask))).toEqual([200, 200, 200])
    expect(await Promise.all([stranger, other].map(ask))).toEqual([404, 404])
    expect((await get(`${file?.path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}/download`)).statusCode).toBe(
      404,
    )
    expect((await get(`${application.pictureLinks.create(student.user.id, id)}/100`)).statusCode).toBe(404)
    await application.services.db
      .update(enrolments)
      .set({ endedAt: Date.now(), endReason: 'cancelled' })
      .where(eq(enrolments.userId, student.user.id))
    expect((await get(`${file?.path}/download`)).statusCode).toBe(404)
    await admin.call(api.makeStudent, { params: { id: instructor.user.id } })
    expect(await ask(instructor)).toBe(404)
  })

  it('is added and deleted by the instructor of the class only, and is one when it comes again', async () => {
    const { instructor, params, student, readFiles } = await teachingOne()
    const content = Buffer.from('A list of lenses')
    const ids = await Promise.all([add(instructor, params.id, content), add(instructor, params.id, content)])
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    for (const [role, code] of [
      ['student', 'NOT_ALLOWED'],
      ['admin', 'NOT_ALLOWED'],
      ['instructor', 'NOT_FOUND'],
    ] as const) {
      const visitor = role === 'student' ? student : await application.signedIn(role)
      expect((await send(visitor, params.id, content)).json().code).toBe(code)
      expect(await catchCode(visitor.call(api.deleteMaterialFile, { params: { id } }))).toBe(code)
    }
    expect(await instructor.call(api.deleteMaterialFile, { params: { id } })).toEqual({ deletedCount: 1 })
    await application.runJobs()
    expect(await readFiles()).toEqual([])
    expect(await application.imagePipeline.storage.get(`private-${id}/original`)).toBeNull()
    expect(await catchCode(instructor.call(api.deleteMaterialFile, { params: { id } }))).toBe('NOT_FOUND')
  })

  it('is refused where it is empty, cut off, too large or one too many', async () => {
    const { instructor, params, taught, readFiles } = await teachingOne()
    const code = async (content: Buffer, name?: string) =>
      (await send(instructor, params.id, content, name)).json().code
    expect(await code(Buffer.alloc(0))).toBe('INVALID_INPUT')
    const whole = await takePicture({}, 200, 100)
    expect(await code(whole.subarray(0, whole.length / 2))).toBe('NOT_A_PICTURE')
    expect(await code(Buffer.alloc(MAX_MATERIAL_FILE_BYTES + 1, 'x'))).toBe('TOO_LARGE')
    expect(await readFiles()).toEqual([])
    const row = {
      classId: taught.id,
      name: 'x',
      mediaType: 'text/plain',
      views: [],
      bytes: 1,
      ready: true,
      createdAt: 1,
    }
    const rows = Array.from({ length: MAX_MATERIAL_FILES }, (_, at) => ({ ...row, hash: `${at}` }))
    await application.services.db.insert(materialFiles).values(rows)
    expect(await code(Buffer.from('one more'))).toBe('LIMIT_REACHED')
    await application.services.db.delete(materialFiles).where(eq(materialFiles.classId, taught.id))
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\Tides.pdf', 'Tides.pdf'],
    ['Tides\u202efdp.exe', 'Tidesfdp.exe'],
    [`${'😀'.repeat(300)}.pdf`, '😀'.repeat(200)],
    [' ', 'file'],
  ])('has a harmless name: %$', async (sent, stored) => {
    const { instructor, params, readFiles } = await teachingOne()
    await add(instructor, params.id, Buffer.from(sent), sent)
    const [file] = await readFiles()
    expect(file?.name).toBe(stored)
    expect((await get(`${file?.path}/download`)).statusCode).toBe(200)
  })

  it('leaves nothing where it cannot be stored, and an unfinished one is removed later', async () => {
    const { instructor, params, readFiles } = await teachingOne()
    const { storage } = application.imagePipeline
    const { put } = storage
    storage.put = async () => Promise.reject(new Error('The disk is away.'))
    expect((await send(instructor, params.id, Buffer.from('x'))).statusCode).toBe(500)
    storage.put = put
    application.logged.length = 0
    const { db } = application.services
    expect(await db.$count(materialFiles, eq(materialFiles.classId, params.id))).toBe(0)
    const id = await add(instructor, params.id, Buffer.from('x'))
    await db.update(materialFiles).set({ ready: false }).where(eq(materialFiles.id, id))
    expect(await readFiles()).toEqual([])
    await removeUnfinished(application.services, Date.now() + 61 * 60_000)
    await application.runJobs()
    expect(await storage.get(`private-${id}/original`)).toBeNull()
  })

  it('stays where another upload of it has ended before the first one fails', async () => {
    const { instructor, params, readFiles } = await teachingOne()
    const { storage } = application.imagePipeline
    const { put } = storage
    storage.put = async () => {
      storage.put = put
      await add(instructor, params.id, Buffer.from('twice'))
      throw new Error('The disk is away.')
    }
    expect((await send(instructor, params.id, Buffer.from('twice'))).statusCode).toBe(500)
    application.logged.length = 0
    await application.runJobs()
    const [file] = await readFiles()
    expect((await get(`${file?.path}/download`)).statusCode).toBe(200)
  })

  it('is deleted with its class, also while it is being stored', async () => {
    const { instructor, params } = await teaching(application)
    const first = await add(instructor, params.id, Buffer.from('first'))
    const { storage } = application.imagePipeline
    const { put } = storage
    storage.put = async (...file) => {
      storage.put = put
      await instructor.call(api.deleteClass, { params })
      await application.runJobs()
      await put(...file)
    }
    const response = await send(instructor, params.id, Buffer.from('second'))
    expect(response.statusCode).toBe(404)
    await application.runJobs()
    expect(await storage.get(`private-${first}/original`)).toBeNull()
    expect(await application.services.db.$count(materialFiles, eq(materialFiles.classId, params.id))).toBe(0)
  })

  it('counts as material that a student has read', async () => {
    const { instructor, params, student } = await teachingOne()
    await add(instructor, params.id, Buffer.from('x'))
    const { db } = application.services
    const read = async () => {
      expect((await student.call(api.getEnrolledClass, { params })).material?.files ?? []).toHaveLength(1)
      const isOwn = eq(enrolments.userId, student.user.id)
      return db
        .select()
        .from(enrolments)
        .innerJoin(materialReadings, eq(materialReadings.paymentId, enrolments.paymentId))
        .where(isOwn)
    }
    expect(await read()).toHaveLength(1)
  })

  it('is in backups and exports: of a picture only the views are exported', async () => {
    const { instructor, params, readFiles } = await teachingOne()
    const content = Buffer.from('A list of lenses')
    const id = await add(instructor, params.id, content)
    const pictureId = await add(instructor, params.id, await takePicture(), 'a.jpg')
    const { path, manifest } = await takeBackup(application)
    expect(manifest.missing_images).toEqual([])
    const restored = await openRestored(path)
    const stored = await restored.imagePipeline.storage.get(`private-${id}/original`)
    expect(stored && (await text(stored.bytes))).toBe(`${content}`)
    const original = await restored.imagePipeline.storage.get(`private-${pictureId}/original`)
    expect(original && (await buffer(original.bytes)).length).toBeGreaterThan(0)
    expect(await readFiles()).toHaveLength(2)
    const { services, settings, imagePipeline } = application
    const file = join(await makeFolder(), 'export.zip')
    const source = {
      db: services.db,
      currency: 'usd',
      tables: TABLES,
      storage: imagePipeline.storage,
      application: '1',
    }
    await exportSchool({ ...source, dataDir: settings.dataDir }, createWriteStream(file))
    const archive = await openArchive(file)
    const names = archive.names.filter((name) => name.includes(id) || name.includes(pictureId))
    expect(names.toSorted()).toEqual(
      [`pictures/private-${id}/original`, `pictures/private-${pictureId}/60.avif`].toSorted(),
    )
    archive.close()
  })
})
