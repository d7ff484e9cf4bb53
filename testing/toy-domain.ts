/** A domain with one of everything, for a test that adds it to a copy of the repository: cameras that the school lends. */

/** Its files, by their path. */
export const TOY_FILES: Record<string, string> = {
  'contract/loans.ts': `/** Cameras that students have borrowed. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Inserted } from './values/fields.ts'

export const loansEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  addLoan: endpoint({
    method: 'POST',
    path: '/loans',
    summary: 'Lends a camera to the caller.',
    access: 'student',
    body: z.object({ camera: z.string() }),
    response: Inserted,
  }),
}))
`,
  'server/domains/loans/loans.table.ts': `import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

export const loans = pgTable('loans', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid()
    .notNull()
    .references(() => users.id),
  camera: text().notNull(),
  remindedAt: bigint({ mode: 'number' }),
})

export const LOAN_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'loans',
    meaning: 'Cameras that students have borrowed.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      camera: Column.text('name of the camera'),
      reminded_at: Column.time('when the student was reminded'),
    },
  },
]
`,
  'server/domains/loans/index.ts': `import { eq } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { defineEmail } from '#server/platform/mail/email-template.ts'
import type { Domain } from '../domain.ts'
import { LOAN_EXPORTS, loans as table } from './loans.table.ts'

const REMINDER = defineEmail({
  key: 'loan-reminder',
  name: 'Borrowed camera',
  recipient: 'The student',
  occasion: 'While a camera is borrowed',
  subject: 'Your camera',
  text: 'Please bring it back.',
  variables: {},
})

export const loans: Domain = {
  routes: (serve) =>
    serve(api.addLoan, async ({ db, actor }, { body }) => {
      const [row] = await db.insert(table).values({ userId: actor.id, camera: body.camera }).returning()
      return { insertedId: row?.id ?? '' }
    }),
  emails: { 'For the school': [REMINDER] },
  every: [
    {
      everyMs: 10,
      run: ({ services }) => services.db.update(table).set({ remindedAt: Date.now() }),
      failure: 'students could not be reminded',
    },
  ],
  async forget(tx, { user }) {
    await tx.delete(table).where(eq(table.userId, user.id))
  },
  tables: { exported: LOAN_EXPORTS },
}
`,
  'web/routes/admin/loans.tsx': `import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'Loans', group: 'Teaching' },
  search: [{ label: 'Loans', about: 'Cameras that students have borrowed' }],
  screenshots: [{ name: 'loans' }],
} satisfies PageHandle

export default function Loans() {
  return <PageTitle page="Loans" />
}
`,
  // Runs in the copy.
  'server/domains/loans/loans.test.ts': `import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { findShots } from '../../../ops/screenshots/shots.ts'
import { openForThisTest } from '../../../testing/application.ts'
import { takeBackup } from '../../../testing/backups.ts'
import { findPages } from '../../../web/features/search/dashboard-pages.ts'
import { MENUS } from '../../../web/layout/dashboard/menus.built.ts'
import { startJobs, TABLES } from '../../registered.ts'
import { loans } from './loans.table.ts'

const lend = async () => {
  const application = await openForThisTest()
  const student = await application.signedIn('student')
  await student.call(api.addLoan, { body: { camera: 'A Leica' } })
  return { application, student, read: () => application.services.db.select().from(loans) }
}

it('answers its call', async () => {
  const { student, read } = await lend()
  expect(await read()).toMatchObject([{ userId: student.user.id, camera: 'A Leica', remindedAt: null }])
})

it('has its table in backups and exports', async () => {
  const { application } = await lend()
  const { manifest } = await takeBackup(application)
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'public.loans', rows: 1 }))
  expect(TABLES.exported.map(({ table }) => table)).toContain('loans')
})

it('has its e-mail in the list of admins', async () => {
  const { application } = await lend()
  const emails = await (await application.signedIn('admin')).call(api.listEmails)
  expect(JSON.stringify(emails)).toContain('Borrowed camera')
})

it('forgets its data with the account', async () => {
  const { application, student, read } = await lend()
  const admin = await application.signedIn('admin')
  await admin.call(api.deleteUser, { params: { id: student.user.id } })
  expect(await read()).toEqual([])
})

it('repeats its work', async () => {
  const { application, read } = await lend()
  const stop = await startJobs(application)
  await expect.poll(async () => (await read())[0]?.remindedAt).toBeGreaterThan(0)
  await stop()
})

it('has its page in the menu, the search and the screenshots', () => {
  expect(MENUS.admin).toContainEqual({ to: '/dashboard/loans', label: 'Loans', around: [], group: 'Teaching' })
  expect(findPages('borrowed')).toMatchObject([{ to: '/dashboard/loans' }])
  expect(findShots(['loans'])).toMatchObject([{ path: '/dashboard/loans', viewer: 'admin' }])
})
`,
}

/** The places to touch, each with lines to replace. */
export const TOY_EDITS: Record<string, [line: string, lines: string][]> = {
  'server/domains/index.ts': [
    ["import { mailings } from './mailings/index.ts'", "import { loans } from './loans/index.ts'\n$&"],
    ['\n  mailings,', '\n  loans,$&'],
  ],
  'contract/api.ts': [
    ["import { mailingsEndpoints } from './mailings.ts'", "import { loansEndpoints } from './loans.ts'\n$&"],
    ['  emails: emailsEndpoints,', '$&\n  loans: loansEndpoints,'],
  ],
  'web/routes.ts': [
    ["      route('api', 'routes/admin/api.tsx'),", "      route('loans', 'routes/admin/loans.tsx'),\n$&"],
  ],
}
