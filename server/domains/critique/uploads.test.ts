import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import {
  buildForm,
  handIn,
  handInVersion,
  joinClass,
  PIN,
  sendPicture,
  submitting,
  takePicture,
} from '../../../testing/critique.ts'
import { drawWide } from '../../../testing/images.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { briefs, versions } from './critique.table.ts'
import * as Pictures from './pictures.ts'

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const read = (visitor: Visitor, id: string) => visitor.call(api.getSubmission, { params: { id } })

describe('a picture that a student hands in', () => {
  it('is shown with its intent and how it was taken, in views without its position', async () => {
    const { student, instructor, submissionId } = await submitting(application, {
      rules: { shutter_at_least: '1/8', iso_at_most: 400, aperture_at_most: 4 },
    })
    const image = await takePicture({
      ExposureTime: { rational: [1, 15] },
      FNumber: { rational: [28, 10] },
      ISOSpeedRatings: { short: [400] },
      DateTimeOriginal: { ascii: '2026:05:01 06:40:12' },
    })
    const { insertedId, versionId } = await handIn(student, submissionId, image)
    const { pictures } = await read(student, submissionId)
    const [shown] = (await read(instructor, submissionId)).pictures
    expect(shown?.versions[0]?.unmet).toEqual(['shutter_at_least'])
    expect(pictures).toMatchObject([
      {
        ...{ _id: insertedId, intent: 'I wanted depth.', position: 0, late: false },
        versions: [
          {
            ...{ _id: versionId, width: 60, height: 40, unmet: ['shutter_at_least'] },
            exif: { aperture: 2.8, shutter: '1/15', iso: 400, taken_at: Date.UTC(2026, 4, 1, 6, 40, 12) },
          },
        ],
      },
    ])
  })

  it('is shown also where its file names an offset that no clock has', async () => {
    const { student, submissionId } = await submitting(application)
    const taken = { DateTimeOriginal: { ascii: '2026:05:01 06:40:12' }, OffsetTimeOriginal: { ascii: '+99:99' } }
    await handIn(student, submissionId, await takePicture(taken))
    const [picture] = (await read(student, submissionId)).pictures
    expect(picture?.versions[0]?.exif).toEqual({ taken_at: Date.UTC(2026, 4, 1, 6, 40, 12) })
  })

  it('has views up to 3840 pixels, in Display P3 where it is wide, that say who made it and not where', async () => {
    const { student, submissionId } = await submitting(application)
    const large = await sharp({ create: { width: 4000, height: 400, channels: 3, background: 'gray' } })
      .withExif({
        IFD0: { Artist: 'Ada', Copyright: 'Ada' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const { insertedId } = await handIn(student, submissionId, large)
    const get = async (w: number) => {
      const { rawPayload } = await student.request('GET', `/api/picture/${insertedId}/file?w=${w}`)
      return { ...(await sharp(rawPayload).metadata()), text: rawPayload.toString('latin1') }
    }
    expect([await get(10_000), await get(960), await get(961)].map(({ width, height }) => [width, height])).toEqual([
      [3840, 384],
      [960, 96],
      [1920, 192],
    ])
    const small = await get(480)
    expect([small.exif, small.icc, small.text.includes('>Ada<')]).toEqual([undefined, undefined, true])
    const wide = await handIn(student, submissionId, Buffer.from(await drawWide(64, 40)))
    const { rawPayload } = await student.request('GET', `/api/picture/${wide.insertedId}/file?w=64`)
    expect((await sharp(rawPayload).metadata()).icc?.toString('latin1')).toMatch(/P\0?3/)
  })

  it('is taken with a warning where it has the colors of print, also as a version and when it comes again', async () => {
    const { student, submissionId } = await submitting(application)
    const print = await sharp(await takePicture())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    for (const _ of [1, 2])
      expect((await sendPicture(student, submissionId, print)).json()).toMatchObject({ warnings: ['cmyk'] })
    const { insertedId } = await handIn(student, submissionId)
    const version = await student.request(
      'POST',
      `/api/picture/${insertedId}/version`,
      await buildForm(['image', print]),
    )
    expect(version.json()).toEqual({ versionId: expect.any(String), warnings: ['cmyk'] })
    const plain = await sendPicture(student, submissionId, await takePicture())
    expect(plain.json()).toEqual({ insertedId: expect.any(String), versionId: expect.any(String) })
  })

  it('may have its intent before or after the file, and has one', async () => {
    const { student, submissionId } = await submitting(application)
    const send = async (...parts: Parameters<typeof buildForm>) =>
      student.request('POST', `/api/submission/${submissionId}/pictures`, await buildForm(...parts))
    expect((await send(['intent', 'Before'], ['image', await takePicture()])).statusCode).toBe(200)
    expect((await send(['image', await takePicture()], ['intent', 'After'])).statusCode).toBe(200)
    for (const parts of [
      [['image', await takePicture()]],
      [
        ['intent', '  '],
        ['image', await takePicture()],
      ],
      [
        ['image', await takePicture()],
        ['intent', 'x'.repeat(501)],
      ],
      [
        ['image', await takePicture()],
        ['intent', 'x'.repeat(5_000)],
      ],
      [
        ['image', await takePicture()],
        ['intent', 'two\nlines'],
      ],
      [['intent', 'No file']],
    ] as Parameters<typeof buildForm>[])
      expect((await send(...parts)).json()).toMatchObject({ code: 'INVALID_INPUT' })
    expect((await read(student, submissionId)).pictures.map(({ intent }) => intent)).toEqual(['Before', 'After'])
  })

  it('is refused where it is empty, cut off or no picture, and nothing of it stays', async () => {
    const { student, submissionId } = await submitting(application)
    const whole = await takePicture({}, 200, 100)
    for (const image of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), Buffer.from('<svg/>')]) {
      const response = await sendPicture(student, submissionId, image)
      expect([response.statusCode, response.json().code]).toEqual([415, 'NOT_A_PICTURE'])
    }
    expect((await read(student, submissionId)).pictures).toEqual([])
  })

  it('is one picture when the same file comes again, also at once', async () => {
    const { student, submissionId } = await submitting(application)
    const image = await takePicture()
    const [one, other] = await Promise.all([handIn(student, submissionId, image), handIn(student, submissionId, image)])
    expect(one).toEqual(other)
    expect(await handIn(student, submissionId, image)).toEqual(one)
    expect(await handInVersion(student, one.insertedId, image)).toBe(one.versionId)
    expect((await read(student, submissionId)).pictures).toHaveLength(1)
  })

  it('is one of as many as the brief takes, and of one that failed', async () => {
    const { student, submissionId } = await submitting(application, { count: 1, add_failed: true })
    const [first] = [await handIn(student, submissionId), await handIn(student, submissionId)]
    await expect(handIn(student, submissionId)).rejects.toThrow('LIMIT_REACHED')
    await student.call(api.deletePicture, { params: { id: first?.insertedId ?? '' } })
    await handIn(student, submissionId)
  })

  it('is late where its upload began after it was due, whatever its file says', async () => {
    const { student, submissionId, briefId } = await submitting(application)
    await handIn(student, submissionId)
    expect(await read(student, submissionId)).toMatchObject({ late: false, pictures: [{ late: false }] })
    const { db } = application.services
    await db
      .update(briefs)
      .set({ dueAt: Date.now() - 1 })
      .where(eq(briefs.id, briefId))
    await db.execute(
      `update submission_pictures set begun_at = begun_at - 3600000 where submission_id = '${submissionId}'`,
    )
    await handIn(student, submissionId)
    expect(await read(student, submissionId)).toMatchObject({ late: true, pictures: [{ late: false }, { late: true }] })
  })

  it('exceeds no storage: the school’s limit counts originals and views', async () => {
    const at = await submitting(application)
    const { student, submissionId } = at
    const image = await takePicture()
    const { versionId } = await handIn(student, submissionId, image)
    const { db } = application.services
    const isFirst = eq(versions.id, versionId)
    const [stored] = await db.select().from(versions).where(isFirst)
    expect(stored?.bytes).toBeGreaterThan(image.length)
    const { encoder } = application.imagePipeline
    const view = vi.spyOn(encoder, 'view')
    await db
      .update(versions)
      .set({ bytes: 5 * 1024 ** 3 })
      .where(isFirst)
    await expect(handIn(student, submissionId)).rejects.toThrow('all the storage')
    expect(view).not.toHaveBeenCalled()
    // There is room, but not for this file.
    await db
      .update(versions)
      .set({ bytes: 5 * 1024 ** 3 - 100 })
      .where(isFirst)
    await expect(handIn(student, submissionId)).rejects.toThrow('all the storage')
    expect(view).toHaveBeenCalledOnce()
    view.mockRestore()
    expect((await read(student, submissionId)).pictures).toHaveLength(1)
    const classmate = await joinClass(application, at)
    await handIn(classmate.student, classmate.submissionId)
    const admin = await application.signedIn('admin')
    await admin.call(api.changeSchool, { body: { student_storage_gb: 6 } })
    await handIn(student, submissionId)
    await admin.call(api.changeSchool, { body: { student_storage_gb: 5 } })
  })

  it('leaves nothing where its files cannot be stored, and an unfinished one is removed later', async () => {
    const { student, submissionId } = await submitting(application)
    const { storage } = application.imagePipeline
    const put = storage.put
    storage.put = async () => Promise.reject(new Error('The disk is away.'))
    expect((await sendPicture(student, submissionId, await takePicture())).statusCode).toBe(500)
    storage.put = put
    application.logged.length = 0
    const { db } = application.services
    expect((await read(student, submissionId)).pictures).toEqual([])
    const { versionId } = await handIn(student, submissionId)
    await db.update(versions).set({ ready: false }).where(eq(versions.id, versionId))
    expect((await read(student, submissionId)).pictures).toEqual([])
    const finished = await handIn(student, submissionId)
    await Pictures.removeUnfinished(application.services, Date.now() + 30 * 60_000)
    expect(await db.$count(versions, eq(versions.id, versionId))).toBe(1)
    await Pictures.removeUnfinished(application.services, Date.now() + 61 * 60_000)
    await application.runJobs()
    expect(await db.$count(versions, eq(versions.id, versionId))).toBe(0)
    expect(await storage.get(`private-${versionId}/original`)).toBeNull()
    expect((await read(student, submissionId)).pictures.map(({ _id }) => _id)).toEqual([finished.insertedId])
    expect((await student.request('GET', `/api/picture/${finished.insertedId}/file`)).statusCode).toBe(200)
  })

  it('is stored by the next upload of the same file where the server ended during the first', async () => {
    const { student, submissionId } = await submitting(application)
    const image = await takePicture()
    const { insertedId, versionId } = await handIn(student, submissionId, image)
    await application.services.db.update(versions).set({ ready: false }).where(eq(versions.id, versionId))
    await application.imagePipeline.storage.remove([`private-${versionId}/original`, `private-${versionId}/60.avif`])
    expect(await handIn(student, submissionId, image)).toEqual({ insertedId, versionId })
    expect((await read(student, submissionId)).pictures).toMatchObject([{ _id: insertedId }])
    expect((await student.request('GET', `/api/picture/${insertedId}/file?w=60`)).statusCode).toBe(200)
  })

  it('is refused where its enrolment ends while it is encoded', async () => {
    const { student, submissionId } = await submitting(application)
    const { encoder } = application.imagePipeline
    const { view } = encoder
    encoder.view = async (job) => {
      encoder.view = view
      await application.services.db
        .update(enrolments)
        .set({ endedAt: Date.now(), endReason: 'cancelled' })
        .where(eq(enrolments.userId, student.user.id))
      return encoder.view(job)
    }
    const response = await sendPicture(student, submissionId, await takePicture())
    expect(response.json()).toMatchObject({ code: 'ENROLMENT_ENDED' })
    expect((await read(student, submissionId)).pictures).toEqual([])
  })

  it.each(['date', 'class'])('is refused in words once its student has no place in the %s any longer', async (of) => {
    const { student, submissionId, taught } = await submitting(application)
    const { insertedId } = await handIn(student, submissionId)
    const isOwn = eq(enrolments.userId, student.user.id)
    if (of === 'date') {
      await application.services.db.update(briefs).set({ runId: taught.runId }).where(eq(briefs.classId, taught.id))
      const other = await makeRun(application.services.db, taught.id)
      await application.services.db.update(enrolments).set({ runId: other.id }).where(isOwn)
    } else await application.services.db.delete(enrolments).where(isOwn)
    const version = await buildForm(['image', await takePicture()])
    for (const response of [
      await sendPicture(student, submissionId, await takePicture()),
      await student.request('POST', `/api/picture/${insertedId}/version`, version),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({
        ...{
          code: 'ENROLMENT_ENDED',
          message: expect.stringMatching(`${of}.* no longer have a place|place in this ${of}`),
        },
      })
    }
  })

  it('leaves nothing where its account is deleted while its files are being stored', async () => {
    const { student, submissionId } = await submitting(application)
    const { storage } = application.imagePipeline
    const put = storage.put
    const keys: string[] = []
    storage.put = async (key, ...file) => {
      if (keys.push(key) === 1) {
        const admin = await application.signedIn('admin')
        await admin.call(api.deleteUser, { params: { id: student.user.id } })
        await application.runJobs()
      }
      await put(key, ...file)
    }
    const response = await sendPicture(student, submissionId, await takePicture())
    storage.put = put
    expect(response.statusCode).toBe(404)
    await application.runJobs()
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(await storage.get(key)).toBeNull()
  })

  it('has versions, oldest first, and a remark stays on its own', async () => {
    const { student, instructor, submissionId, ofSubmission } = await submitting(application)
    const { insertedId, versionId } = await handIn(student, submissionId)
    await instructor.call(api.addRemark, { params: { id: versionId }, body: PIN })
    const second = await handInVersion(student, insertedId)
    await instructor.call(api.releaseCritique, ofSubmission)
    expect((await read(student, submissionId)).pictures[0]?.versions.map(({ _id }) => _id)).toEqual([versionId, second])
    const list = (id: string) => student.call(api.listRemarks, { params: { id } })
    expect([(await list(versionId)).length, (await list(second)).length]).toEqual([1, 0])
    const queue = await instructor.call(api.listCritiqueQueue)
    expect(queue.map(({ _id }) => _id)).toEqual([submissionId])
    const getFile = (version: string) =>
      student.request('GET', `/api/picture/${insertedId}/file?w=60&version=${version}`)
    const other = await handIn(student, submissionId)
    expect([(await getFile(second)).statusCode, (await getFile(other.versionId)).statusCode]).toEqual([200, 404])
  })

  it('is moved among the others', async () => {
    const { student, submissionId } = await submitting(application)
    const ids = [
      await handIn(student, submissionId),
      await handIn(student, submissionId),
      await handIn(student, submissionId),
    ]
    const [a, b, c] = ids.map(({ insertedId }) => insertedId)
    await student.call(api.changePicture, { params: { id: c ?? '' }, body: { position: 0, intent: 'First' } })
    const { pictures } = await read(student, submissionId)
    expect(pictures.map(({ _id }) => _id)).toEqual([c, a, b])
    expect(pictures[0]?.intent).toBe('First')
  })
})

describe('a brief', () => {
  it('that is deleted during an upload takes no picture, and one with pictures is not deleted', async () => {
    const { instructor, student, submissionId, ofBrief } = await submitting(application)
    expect(await instructor.call(api.deleteBrief, ofBrief)).toEqual({ deletedCount: 1 })
    expect(await sendPicture(student, submissionId, await takePicture()).then((it) => it.statusCode)).toBe(404)
    const other = await submitting(application)
    const [sent, deleted] = await Promise.all([
      sendPicture(other.student, other.submissionId, await takePicture()),
      other.instructor.call(api.deleteBrief, other.ofBrief).catch(({ code }) => code),
    ])
    if (sent.statusCode === 200) {
      expect(deleted).toBe('BRIEF_HAS_PICTURES')
      expect((await read(other.student, other.submissionId)).pictures).toHaveLength(1)
    } else expect([sent.statusCode, deleted]).toEqual([404, { deletedCount: 1 }])
    const last = await submitting(application)
    await handIn(last.student, last.submissionId)
    expect(await catchCode(last.instructor.call(api.deleteBrief, last.ofBrief))).toBe('BRIEF_HAS_PICTURES')
  })
})
