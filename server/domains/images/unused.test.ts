import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classes } from '#server/domains/classes/classes.table.ts'
import { reviews, slides } from '#server/domains/home/home.table.ts'
import { school } from '#server/domains/school/school.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError } from '#server/platform/app-error.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { makeClass, makeEnrolment } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, upload } from '../../../testing/images.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { images } from './images.table.ts'
import * as Pictures from './images.ts'

const DAY_MS = 24 * 60 * 60_000

const application = openForThisFile()
let instructor: Visitor
beforeAll(async () => {
  instructor = await application.signedIn('instructor')
})
beforeEach(async () => {
  await application.services.db.delete(rateLimits)
  await Pictures.removeUnused(application, Date.now() + 2 * DAY_MS)
  await application.runJobs()
})

/** Returns the URL of an image that was uploaded some days ago. */
async function uploadedBefore(days: number): Promise<string> {
  const { display_url } = await upload(instructor, await readBytes(drawTwoColors(40, 30).jpeg()))
  const usedAt = Date.now() - days * DAY_MS
  await application.services.db.update(images).set({ usedAt }).where(eq(images.url, display_url))
  return display_url
}

const removeUnused = async () => {
  await Pictures.removeUnused(application)
  await application.runJobs()
}
const readStatus = async (address: string) => (await application.visitor.request('GET', address)).statusCode
const listFolders = () => readdir(join(application.settings.dataDir, 'pictures'))
/** Later files may still be written while the first ones are removed, and are removed after that. */
const expectRemoved = (address: string) => expect.poll(listFolders).not.toContain(toFolder(address))
const toFolder = (address: string) => address.split('/')[2]

describe('an image without a reference', () => {
  it('is kept for a day after its last use, and then removed with all its files', async () => {
    const [young, old] = [await uploadedBefore(0.99), await uploadedBefore(1.01)]
    await removeUnused()
    expect([await readStatus(young), await readStatus(old)]).toEqual([200, 404])
    expect(await listFolders()).toContain(toFolder(young))
    await expectRemoved(old)
  })

  it('is kept for another day when it is uploaded again', async () => {
    const bytes = await readBytes(drawTwoColors(40, 30).jpeg())
    const { display_url } = await upload(instructor, bytes)
    await application.services.db.update(images).set({ usedAt: Date.now() - 2 * DAY_MS })
    await upload(instructor, bytes)
    await removeUnused()
    expect(await readStatus(display_url)).toBe(200)
  })

  it('that is uploaded again after its removal has another URL, which the removal does not affect', async () => {
    const { db } = application.services
    const bytes = await readBytes(drawTwoColors(40, 30).jpeg())
    const first = await upload(instructor, bytes)
    await db.update(images).set({ usedAt: Date.now() - 2 * DAY_MS })
    await Pictures.removeUnused(application)
    const second = await upload(instructor, bytes)
    await application.runJobs()
    expect(second.display_url).not.toBe(first.display_url)
    expect([await readStatus(first.display_url), await readStatus(second.display_url)]).toEqual([404, 200])
  })

  it('is removed even if the storage was down at first', async () => {
    const address = await uploadedBefore(2)
    const { storage } = application.imagePipeline
    const { remove } = storage
    storage.remove = () => Promise.reject(new Error('away'))
    await removeUnused()
    expect(await listFolders()).toContain(toFolder(address))
    storage.remove = remove
    await application.runJobs()
    await expectRemoved(address)
  })
})

describe('an image with a reference', () => {
  const putInto: Record<string, (image: string) => Promise<unknown>> = {
    'a class': (image) => makeClass(application.services.db, { image }),
    'a class, beside its texts': async (image3) => makeClass(application.services.db, { image3 }),
    'a user': (image) => application.signedIn('student', { image }),
    'a slide': (image) =>
      application.services.db.insert(slides).values({ position: 1, image, title: 'A slide', description: '' }),
    'a review': (image) =>
      application.services.db.insert(reviews).values({ position: 1, image, title: 'A', role: '', description: '' }),
    'the logo of the school': (image) => application.services.db.update(school).set({ logo: image }),
    'the receipt of a class that has another by now': async (image) => {
      const { db } = application.services
      const bought = await makeClass(db, { image })
      const { user } = await application.signedIn('student')
      await makeEnrolment(db, user, bought)
      await db.update(classes).set({ image: '/another.webp' }).where(eq(classes.id, bought.id))
    },
  }

  it.each(Object.entries(putInto))('is kept, however old: %s', async (_, put) => {
    const address = await uploadedBefore(400)
    await put(address)
    const other = await uploadedBefore(400)
    await removeUnused()
    expect([await readStatus(address), await readStatus(other)]).toEqual([200, 404])
  })

  it('is removed when nothing does any more', async () => {
    const { db } = application.services
    const address = await uploadedBefore(400)
    const { user } = await application.signedIn('student', { image: address })
    await db.update(users).set({ image: null }).where(eq(users.id, user.id))
    await removeUnused()
    expect(await readStatus(address)).toBe(404)
  })
})

describe('an image that a crash left half stored', () => {
  it('cannot be used, is not returned for the same bytes, and is removed after a day', async () => {
    const { imagePipeline } = application
    const { db } = application.services
    const bytes = await readBytes(drawTwoColors(400, 300).jpeg())
    const { put } = imagePipeline.storage
    let stored = 0
    imagePipeline.storage.put = (...args) => (stored++ === 1 ? Promise.reject(new Error('crashed')) : put(...args))
    await expect(upload(instructor, bytes)).rejects.toThrow('the image was refused')
    imagePipeline.storage.put = put
    const [half] = await db.select().from(images).where(eq(images.ready, false))
    const address = half?.url ?? ''
    await expect(transaction(db, (tx) => Pictures.markUsed(tx, address))).rejects.toThrow(AppError)
    expect((await upload(instructor, bytes)).display_url).not.toBe(address)
    await db
      .update(images)
      .set({ usedAt: Date.now() - 2 * DAY_MS })
      .where(eq(images.url, address))
    expect(await listFolders()).toContain(toFolder(address))
    await removeUnused()
    await expectRemoved(address)
  })
})

describe('claiming an image', () => {
  const take = (address: string) => transaction(application.services.db, (tx) => Pictures.markUsed(tx, address))

  it('is for those that are there: uploaded, committed, or somewhere else', async () => {
    await take(await uploadedBefore(0))
    await take('https://pictures.example/nora.jpg')
    const committed = (await import('../../../demo/pictures/addresses.json')).default
    await take(Object.values(committed)[0] ?? '')
  })

  it.each([
    '/pictures/nothing.webp',
    '/pictures/demo/nothing/1600x1067-UklGR.webp',
    '/api/users',
    '/',
    'http://pictures.example/nora.jpg',
    'javascript:alert(1)',
    '',
  ])('is refused for any other URL of ours, and the message names the field: %s', async (address) => {
    const refusal = await take(address).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^classImage: /) })
  })

  it('is refused for a removed image', async () => {
    const address = await uploadedBefore(2)
    await removeUnused()
    await expect(take(address)).rejects.toThrow(AppError)
  })

  it('and removing it at the same time never leaves a class without its image', async () => {
    const { db } = application.services
    const address = await uploadedBefore(2)
    const claimed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const adding = transaction(db, async (tx) => {
      await Pictures.markUsed(tx, address)
      claimed.resolve()
      await goOn.promise
      await makeClass(tx, { image: address })
    })
    await claimed.promise
    const removing = removeUnused()
    goOn.resolve()
    await Promise.all([adding, removing])
    expect(await readStatus(address)).toBe(200)
  })
})
