import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { classes } from '#server/classes/classes.table.ts'
import { transaction } from '#server/database/transaction.ts'
import { reviews, slides } from '#server/home/home.table.ts'
import { tries } from '#server/http/limits.table.ts'
import { Refusal } from '#server/refusal.ts'
import { users } from '#server/users/users.table.ts'
import { makeClass, makeEnrolment } from '../../demo/factories.ts'
import { bytesOf, twoColours, upload } from '../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import type { Visitor } from '../../tests/visitor.ts'
import { pictures } from './pictures.table.ts'
import * as Pictures from './pictures.ts'

const DAY_MS = 24 * 60 * 60_000

let school: TestSchool
let instructor: Visitor
beforeAll(async () => {
  school = await openTestSchool()
  instructor = await school.signedIn('instructor')
})
afterAll(() => school.close())
beforeEach(async () => {
  await school.parts.db.delete(tries)
  await Pictures.removeUnused(school.parts, Date.now() + 2 * DAY_MS)
  await school.work()
})

/** The address of a picture that was uploaded some days ago. */
async function uploadedBefore(days: number): Promise<string> {
  const { display_url } = await upload(instructor, await bytesOf(twoColours(40, 30).jpeg()))
  const usedAt = Date.now() - days * DAY_MS
  await school.parts.db.update(pictures).set({ usedAt }).where(eq(pictures.address, display_url))
  return display_url
}

const removeUnused = async () => {
  await Pictures.removeUnused(school.parts)
  await school.work()
}
const statusOf = async (address: string) => (await school.visitor.request('GET', address)).statusCode
const foldersOf = () => readdir(join(school.parts.settings.dataDir, 'pictures'))
const folderOf = (address: string) => address.split('/')[2]

describe('a picture that nothing refers to', () => {
  it('is there for a day after it was last used, and then gone with all its files', async () => {
    const [young, old] = [await uploadedBefore(0.99), await uploadedBefore(1.01)]
    await removeUnused()
    expect([await statusOf(young), await statusOf(old)]).toEqual([200, 404])
    expect(await foldersOf()).toContain(folderOf(young))
    expect(await foldersOf()).not.toContain(folderOf(old))
  })

  it('is kept for another day when it is uploaded again', async () => {
    const bytes = await bytesOf(twoColours(40, 30).jpeg())
    const { display_url } = await upload(instructor, bytes)
    await school.parts.db.update(pictures).set({ usedAt: Date.now() - 2 * DAY_MS })
    await upload(instructor, bytes)
    await removeUnused()
    expect(await statusOf(display_url)).toBe(200)
  })

  it('that was removed and is uploaded again has another address, which the removal cannot reach', async () => {
    const { db } = school.parts
    const bytes = await bytesOf(twoColours(40, 30).jpeg())
    const first = await upload(instructor, bytes)
    await db.update(pictures).set({ usedAt: Date.now() - 2 * DAY_MS })
    await Pictures.removeUnused(school.parts)
    const second = await upload(instructor, bytes)
    await school.work()
    expect(second.display_url).not.toBe(first.display_url)
    expect([await statusOf(first.display_url), await statusOf(second.display_url)]).toEqual([404, 200])
  })

  it('is removed though the storage was away at first', async () => {
    const address = await uploadedBefore(2)
    const { storage } = school.parts.darkroom
    const { remove } = storage
    storage.remove = () => Promise.reject(new Error('away'))
    await removeUnused()
    expect(await foldersOf()).toContain(folderOf(address))
    storage.remove = remove
    await school.work()
    expect(await foldersOf()).not.toContain(folderOf(address))
  })
})

describe('a picture that something refers to', () => {
  const putInto: Record<string, (image: string) => Promise<unknown>> = {
    'a class': (image) => makeClass(school.parts.db, { image }),
    'a user': (image) => school.signedIn('student', { image }),
    'a slide': (image) =>
      school.parts.db.insert(slides).values({ position: 1, image, title: 'A slide', description: '' }),
    'a review': (image) =>
      school.parts.db.insert(reviews).values({ position: 1, image, title: 'A', role: '', description: '' }),
    'the receipt of a class that has another by now': async (image) => {
      const { db } = school.parts
      const bought = await makeClass(db, { image })
      const { user } = await school.signedIn('student')
      await makeEnrolment(db, user, bought)
      await db.update(classes).set({ image: '/another.webp' }).where(eq(classes.id, bought.id))
    },
  }

  it.each(Object.entries(putInto))('is kept, however old: %s', async (_, put) => {
    const address = await uploadedBefore(400)
    await put(address)
    const other = await uploadedBefore(400)
    await removeUnused()
    expect([await statusOf(address), await statusOf(other)]).toEqual([200, 404])
  })

  it('is removed when nothing does any more', async () => {
    const { db } = school.parts
    const address = await uploadedBefore(400)
    const { user } = await school.signedIn('student', { image: address })
    await db.update(users).set({ image: null }).where(eq(users.id, user.id))
    await removeUnused()
    expect(await statusOf(address)).toBe(404)
  })
})

describe('a picture that a crash left half stored', () => {
  it('may be used by nobody, is not answered for the same bytes, and is removed after a day', async () => {
    const { db, darkroom } = school.parts
    const bytes = await bytesOf(twoColours(400, 300).jpeg())
    const { put } = darkroom.storage
    let stored = 0
    darkroom.storage.put = (...said) => (stored++ === 1 ? Promise.reject(new Error('crashed')) : put(...said))
    await expect(upload(instructor, bytes)).rejects.toThrow('not taken')
    darkroom.storage.put = put
    const [half] = await db.select().from(pictures).where(eq(pictures.ready, false))
    const address = half?.address ?? ''
    await expect(Pictures.take(db, address)).rejects.toThrow(Refusal)
    expect((await upload(instructor, bytes)).display_url).not.toBe(address)
    await db
      .update(pictures)
      .set({ usedAt: Date.now() - 2 * DAY_MS })
      .where(eq(pictures.address, address))
    expect(await foldersOf()).toContain(folderOf(address))
    await removeUnused()
    expect(await foldersOf()).not.toContain(folderOf(address))
  })
})

describe('taking a picture', () => {
  const take = (address: string) => transaction(school.parts.db, (tx) => Pictures.take(tx, address))

  it('is for those that are there: uploaded, committed, or somewhere else', async () => {
    await take(await uploadedBefore(0))
    await take('https://pictures.example/nora.jpg')
    const committed = (await import('../../demo/pictures/addresses.json')).default
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
  ])('is refused for any other address of ours, and names the field: %s', async (address) => {
    const refusal = await take(address).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^classImage: /) })
  })

  it('is refused for one that was removed', async () => {
    const address = await uploadedBefore(2)
    await removeUnused()
    await expect(take(address)).rejects.toThrow(Refusal)
  })

  it('and removing it at the same time end with the picture of a class there', async () => {
    const { db } = school.parts
    const address = await uploadedBefore(2)
    const taken = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const adding = transaction(db, async (tx) => {
      await Pictures.take(tx, address)
      taken.resolve()
      await goOn.promise
      await makeClass(tx, { image: address })
    })
    await taken.promise
    const removing = removeUnused()
    goOn.resolve()
    await Promise.all([adding, removing])
    expect(await statusOf(address)).toBe(200)
  })
})
