import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { UploadedImage } from '#contract/images.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, send } from '../../../testing/images.ts'
import { parseResponse, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()

const draw = () => readBytes(drawTwoColors(60, 60).jpeg())
const sendPhoto = async (visitor: Visitor, bytes?: Parameters<typeof send>[1]) =>
  send(visitor, bytes ?? (await draw()), { path: '/api/account/photo' })
const upload = async (visitor: Visitor, bytes?: Parameters<typeof send>[1]) =>
  parseResponse<UploadedImage>(await sendPhoto(visitor, bytes)).data.display_url
const readImage = async ({ call, user: { email } }: Awaited<ReturnType<typeof application.signedIn>>) =>
  (await call(api.getUser, { params: { email } })).image
const readStatus = async (url: string) => (await application.visitor.request('GET', url)).statusCode

describe('a photo that a user uploads', () => {
  it.each(['student', 'instructor', 'admin'] as const)('is that of the %s at once', async (role) => {
    const user = await application.signedIn(role)
    const url = await upload(user)
    expect(await readImage(user)).toBe(url)
    expect(await readStatus(url)).toBe(200)
  })

  it('shows on the public pages of an instructor at once', async () => {
    const instructor = await application.signedIn('instructor')
    await application.visitor.call(api.listInstructors)
    const url = await upload(instructor)
    expect(JSON.stringify(await application.visitor.call(api.listInstructors))).toContain(url)
  })

  it('takes the place of the one before, whose files go', async () => {
    const student = await application.signedIn('student')
    const first = await upload(student)
    const second = await upload(student)
    await application.runJobs()
    expect([await readStatus(first), await readStatus(second)]).toEqual([404, 200])
    expect(await upload(student, await draw())).not.toBe(second)
  })

  it('is one where several are sent at once, and the files of the others go', async () => {
    const student = await application.signedIn('student')
    const urls = await Promise.all([upload(student), upload(student), upload(student)])
    await application.imagePipeline.intake.finish()
    await application.runJobs()
    const shown = await readImage(student)
    const statuses = await Promise.all(urls.map(async (url) => [url, await readStatus(url)]))
    expect(statuses).toEqual(urls.map((url) => [url, url === shown ? 200 : 404]))
    expect(urls).toContain(shown)
  })

  it('stays where something else shows it, and where another user uploaded it', async () => {
    const [student, other] = [await application.signedIn('student'), await application.signedIn('student')]
    const bytes = await draw()
    const shared = await upload(student, bytes)
    expect(await upload(other, bytes)).toBe(shared)
    await upload(student)
    await application.runJobs()
    expect(await readStatus(shared)).toBe(200)
    await upload(other)
    await application.runJobs()
    expect(await readStatus(shared)).toBe(200)
  })

  it('is refused to visitors, as something else than a picture, and more often than 10 times in 10 minutes', async () => {
    expect((await sendPhoto(application.visitor)).statusCode).toBe(401)
    const student = await application.signedIn('student')
    await application.services.db.delete(rateLimits)
    const bytes = await draw()
    const statuses = [(await sendPhoto(student, '<svg onload="alert(1)"/>')).statusCode]
    for (let call = 2; call <= 11; call++) statuses.push((await sendPhoto(student, bytes)).statusCode)
    expect(statuses).toEqual([415, ...Array(9).fill(200), 429])
  })
})
