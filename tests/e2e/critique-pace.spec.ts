import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { observePace } from './owners-pace.ts'
import { createExposed } from './test-photos.ts'

test.use(withPictures)
haveOwnApplication()

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function waitForPicture(page: Page): Promise<void> {
  const picture = page.locator('.viewer-frame img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('from an e-mail, an instructor gives a picture its first critique in 20 seconds and 6 clicks', async ({
  page,
  application,
}) => {
  const instructor = await demoCalls(application, 'instructor')
  const queue = await instructor.call(api.listCritiqueQueue)
  const waiting = queue.at(-1)
  await asDemo(page, 'instructor')
  const pace = await observePace(page.context())
  // The link of the e-mail about the pictures.
  await page.goto(`/dashboard/submission/${waiting?._id}`)
  pace.act(1)
  await waitForPicture(page)
  await page.locator('.viewer-frame').click()
  await page.getByLabel('Text of the remark').fill('The eye ends here.')
  await click(page, 'Save draft')
  await expect(page.getByRole('list', { name: 'Remarks' }).getByRole('listitem')).toHaveCount(1)
  await click(page, 'Release')
  await expect(page.getByText(/remark released to/)).toBeVisible()
  const seconds = pace.minutes() * 60
  console.log(`An instructor needs ${seconds.toFixed(1)} seconds and ${pace.clicks()} clicks for a first critique.`)
  expect(pace.clicks()).toBeLessThanOrEqual(6)
  expect(seconds).toBeLessThanOrEqual(20)
})

const INTENTS = [
  'Fog over the pier.',
  'Only two tones left.',
  'Depth by paler layers.',
  'No horizon at all.',
  'A lamp that fades.',
]

test('on a phone, a student hands in five pictures with their intents in 90 seconds', async ({ page, application }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const instructor = await demoCalls(application, 'instructor')
  const student = await demoCalls(application, 'student')
  const [shown] = await student.call(api.listBriefs)
  const body = { title: 'Five of fog', count: 5, due_at: Date.now() + 3_600_000 }
  await instructor.call(api.addBrief, { params: { id: shown?.classId ?? '' }, body })
  const files = await Promise.all(INTENTS.map((_, at) => createExposed(`${at + 1}.jpg`, at + 4)))
  await asDemo(page, 'student')
  const pace = await observePace(page.context())
  // The link of the e-mail about the brief.
  await page.goto('/dashboard/briefs')
  pace.act(1)
  await click(page, /^Hand in pictures.*Five of fog$/)
  const choosing = page.waitForEvent('filechooser')
  await click(page, 'Choose pictures')
  await (await choosing).setFiles(files)
  // In the dialog of the phone: each picture, and that they are all.
  pace.act(files.length + 1)
  for (const [at, intent] of INTENTS.entries()) await page.getByLabel(`What you wanted with ${at + 1}.jpg`).fill(intent)
  await click(page, /^Hand in$/)
  await expect(page.getByRole('navigation', { name: 'Pictures' }).getByRole('button')).toHaveCount(5)
  await expect(page.getByLabel(/^What you wanted with/)).toHaveCount(0)
  const seconds = pace.minutes() * 60
  console.log(`A student needs ${seconds.toFixed(0)} seconds to hand in five pictures with their intents.`)
  expect(seconds).toBeLessThanOrEqual(90)
})
