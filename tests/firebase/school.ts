/** The school whose accounts are at Firebase, and the steps that its tests share. */
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../e2e/student.ts'
import { createAtEmulator, signInAtEmulator } from './accounts.ts'
import type { Emulator } from './emulator.ts'

/** The admin whom the set-up creates, with `PASSWORD`. */
export const OWNER = 'owner@school.example'

export const main = (page: Page) => page.getByRole('main')

/** A worker that starts again after a failed test has a new school. */
export async function ensureOpen({ request }: Page, setupUrl: string, emulator: Emulator): Promise<void> {
  if ((await request.get('/classes')).ok()) return
  await createAtEmulator(emulator.host, { email: OWNER, password: PASSWORD })
  const { idToken } = await signInAtEmulator(emulator.host, OWNER, PASSWORD)
  const authorization = `Bearer ${idToken}`
  const data = { token: new URL(setupUrl).searchParams.get('token'), name: 'Owner', school_name: 'Light & Lens' }
  expect((await request.post('/api/setup/claim', { headers: { authorization }, data })).status()).toBe(200)
}
