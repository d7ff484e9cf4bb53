import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import {
  applyImport,
  checkAll,
  clearImports,
  listProblems,
  prepareImport,
  uploadCsv,
} from '../../../testing/imports.ts'
import { Member } from '../../../testing/member.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { importRows, imports } from './import.table.ts'
import { removeOldImports } from './removal.ts'

const application = openForThisFile()
let admin: Visitor & { user: { id: string; email: string } }
beforeAll(async () => {
  admin = await application.signedIn('admin')
})
beforeEach(() => clearImports(application.services.db))

let count = 0
const newEmail = () => `imported${++count}@example.test`

const find = async (email: string) =>
  (await application.services.db.select().from(users).where(eq(users.email, email)))[0]

const countUsers = () => application.services.db.$count(users)

const undo = ({ _id: id }: { _id: string }) => admin.call(api.undoImport, { params: { id } })

describe('an import of users', () => {
  it('changes nothing before it is applied, and then makes records without an identity, sends nothing, and is logged', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const csv = `Name,E-Mail,Role\nAda,${first.toUpperCase()},Instructor\n"Bo, the second",${second},\n`
    const before = await countUsers()
    const values = { role: { column: 2 } }
    const wrong = await prepareImport(admin, csv, 'users', { columns: values })
    expect(await listProblems(admin, wrong)).toEqual([[3, 'Role is not student or instructor: “”.']])
    const checked = await prepareImport(admin, csv.replace(`${second},`, `${second},student`), 'users')
    expect(checked).toMatchObject({ status: 'checked', rows: 2, checked: 2, counts: { ready: 2, invalid: 0 } })
    expect(await countUsers()).toBe(before)
    const applied = await applyImport(admin, checked)
    expect(applied).toMatchObject({ status: 'applied', counts: { ready: 2 } })
    const isImported = { identityId: null, emailConfirmed: false, deletedAt: null, termsVersion: null }
    expect(await find(first)).toMatchObject({ ...isImported, name: 'Ada', role: 'instructor' })
    expect(await find(second)).toMatchObject({ ...isImported, name: 'Bo, the second', role: 'student' })
    expect(await application.readEmails()).toEqual([])
    const [entry] = await admin.call(api.listActivity, { query: { page: 1 } })
    expect(entry).toMatchObject({ deed: 'import_applied', subject: 'school.csv', words: '2 users' })
  })

  it('keeps the order of the file in the list, which has the newest first', async () => {
    const emails = Array.from({ length: 12 }, newEmail)
    const csv = `Name,E-Mail\n${emails.map((email, at) => `Kept ${12 - at},${email}`).join('\n')}\n`
    await applyImport(admin, await prepareImport(admin, csv, 'users', { columns: { role: { value: 'student' } } }))
    const { rows } = await admin.call.page(api.listUsers, { query: { q: 'Kept' } })
    expect(rows.map(({ email }) => email)).toEqual(emails)
  })

  it('never makes admins, also not by the value for all rows', async () => {
    const csv = `name,email,role\nAda,${newEmail()},admin\nBo,${newEmail()},student\n`
    const [, problem] = (await listProblems(admin, await prepareImport(admin, csv, 'users')))[0] ?? []
    expect(problem).toBe('Role is admin. An import makes no admins: invite them instead.')
    const all = await prepareImport(admin, csv, 'users', { columns: { role: { value: 'Admin' } } })
    expect(all.counts).toMatchObject({ ready: 0, invalid: 2 })
    expect((await catchError(applyImport(admin, all))).message).toBe('No row is ready to be imported.')
  })

  it('leaves accounts as they are, and explains repeated rows', async () => {
    const { email } = await makeUser(application.services.db, 'admin', { name: 'The owner' })
    const twice = newEmail()
    const csv = `name,email\nMallory,${email}\nAda,${twice}\nAda again,${twice.toUpperCase()}\n`
    const checked = await prepareImport(admin, csv, 'users')
    expect(checked.counts).toMatchObject({ ready: 1, existing: 1, duplicate: 1 })
    expect(await listProblems(admin, checked, 'existing')).toEqual([
      [2, `${email} has an account already. It stays as it is.`],
    ])
    expect(await listProblems(admin, checked, 'duplicate')).toEqual([[4, `Row 3 has ${twice} already.`]])
    await applyImport(admin, checked)
    expect(await find(email)).toMatchObject({ name: 'The owner', role: 'admin' })
    expect(await find(twice)).toMatchObject({ name: 'Ada' })
  })

  it('names a problem of each row, also of rows in later steps of the check', async () => {
    const rows = Array.from({ length: 2_100 }, (_, index) => `Ada ${index},${newEmail()},student`)
    rows[1] = '=HYPERLINK("x"),ada@example.test,student'.replaceAll('"', '""').replace(/^[^,]+/, '"$&"')
    rows[2] = '#REF!,bo@example.test,student'
    rows[3] = 'Cy,not an address,student'
    rows[4] = `${'x'.repeat(201)},cy@example.test,student`
    rows[5] = 'Di,di@example.test,student,more'
    rows[2_050] = `Ada again,${rows[0]?.split(',')[1]},student`
    const checked = await prepareImport(admin, `name,email,role\n${rows.join('\n')}`, 'users')
    expect(await listProblems(admin, checked)).toEqual([
      [3, 'Name begins like a formula. Remove the first character.'],
      [4, 'Name is #REF!, an error of the spreadsheet.'],
      [5, 'E-mail is not an e-mail address: “not an address”.'],
      [6, 'Name is not valid: Name should have at most 200 characters.'],
      [7, 'The row has 4 cells, but the header has 3. Is a text with a comma without quotes?'],
    ])
    expect(await listProblems(admin, checked, 'duplicate')).toEqual([
      [2_052, `Row 2 has ${rows[0]?.split(',')[1]} already.`],
    ])
    const { body } = await admin.request('GET', `/api/import/${checked._id}/rows.csv`)
    expect(body).toContain('"name","email","role","Row","Problem"\r\n"\'=HYPERLINK(""x"")"')
    const corrected = body.replace("'=HYPERLINK", 'HYPERLINK').replace('not an address', newEmail())
    const again = await prepareImport(admin, corrected, 'users')
    expect(again.counts).toMatchObject({ ready: 2, invalid: 3 })
    expect(again.headers).toEqual(['name', 'email', 'role', 'Row', 'Problem'])
  })
})

describe('two admins and two tabs', () => {
  it('apply an import once, and the same file in two imports adds nothing twice', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const csv = `name,email\nAda,${first}\nBo,${second}\n`
    const [one, two] = [await prepareImport(admin, csv, 'users'), await prepareImport(admin, csv, 'users')]
    const other = await application.signedIn('admin')
    const before = await countUsers()
    await Promise.all([applyImport(admin, one), applyImport(other, one), applyImport(other, two)])
    expect(await countUsers()).toBe(before + 2)
    const imported = await admin.call(api.listImports)
    expect(imported.map(({ counts: { ready, existing } }) => ready + existing)).toEqual([2, 2])
    expect(imported.reduce((sum, { counts }) => sum + counts.ready, 0)).toBe(2)
    const log = await admin.call(api.listActivity, { query: { page: 1, q: 'school.csv' } })
    expect(log.filter(({ created_at }) => created_at >= one.created_at)).toHaveLength(2)
  })

  it('continue one check together, and an admin who sees an earlier match cannot apply the later one', async () => {
    const csv = `name,email\n${Array.from({ length: 1_500 }, () => `Ada,${newEmail()}`).join('\n')}`
    const uploaded = await uploadCsv(admin, csv)
    const first = await checkAll(admin, uploaded, 'users')
    const params = { id: uploaded._id }
    const columns = { email: { column: 1 }, role: { value: 'instructor' } }
    const body = { kind: 'users', columns, date_order: 'day-month' } as const
    expect(await catchCode(admin.call(api.matchImport, { params, body }, { ifMatch: 1 }))).toBe('CHANGED_MEANWHILE')
    await admin.call(api.matchImport, { params, body }, { ifMatch: first.version })
    expect(await catchCode(applyImport(admin, first))).toBe('CHANGED_MEANWHILE')
    await Promise.all(Array.from({ length: 4 }, () => admin.call(api.checkImport, { params })))
    const done = await admin.call(api.getImport, { params })
    expect(done).toMatchObject({ status: 'checked', checked: 1_500, counts: { ready: 1_500, duplicate: 0 } })
    const unmatched = await uploadCsv(admin, csv)
    expect(await catchCode(applyImport(admin, unmatched))).toBe('CHANGED_MEANWHILE')
  })

  it('register during the import and keep their account', async () => {
    const email = newEmail()
    const checked = await prepareImport(admin, `name,email\nAda,${email}\nBo,${newEmail()}\n`, 'users')
    const owner = await new Member(application, email).register()
    await owner.asVisitor()
    const applied = await applyImport(admin, checked)
    expect(applied.counts).toMatchObject({ ready: 1, existing: 1 })
    expect((await find(email))?.identityId).not.toBeNull()
  })
})

describe('the undo of an import', () => {
  it('removes records without a trace, keeps those that were claimed, and lists them', async () => {
    const [claimed, changed, unused] = [newEmail(), newEmail(), newEmail()]
    const csv = `name,email\nAda,${claimed}\nBo,${changed}\nCy,${unused}\n`
    const applied = await applyImport(admin, await prepareImport(admin, csv, 'users'))
    const { db } = application.services
    await db.update(users).set({ identityId: 'an identity', emailConfirmed: true }).where(eq(users.email, claimed))
    await admin.call(api.makeInstructor, { params: { id: (await find(changed))?.id ?? '' } })
    const undone = await undo(applied)
    expect(undone).toMatchObject({ status: 'undone', undo_until: null, counts: { ready: 1, stayed: 2 } })
    expect(await listProblems(admin, undone, 'stayed')).toEqual([
      [2, 'Has signed in since.'],
      [3, 'Was changed, enrolled or given a class since.'],
    ])
    expect([await find(claimed), await find(changed)]).not.toContain(undefined)
    expect(await find(unused)).toBeUndefined()
    expect(await undo(applied)).toEqual(undone)
    const log = await admin.call(api.listActivity, { query: { page: 1 } })
    expect(log[0]).toMatchObject({ deed: 'import_undone', words: '1 users' })
  })

  it('is possible within a day, and only once the import is applied', async () => {
    const checked = await prepareImport(admin, `name,email\nAda,${newEmail()}\n`, 'users')
    expect((await catchError(undo(checked))).message).toBe('This file is not imported yet.')
    const applied = await applyImport(admin, checked)
    const { db } = application.services
    await db.update(imports).set({ appliedAt: Date.now() - 25 * 60 * 60_000 })
    expect((await catchError(undo(applied))).message).toBe('An import can be undone within 24 hours.')
  })
})

describe('files that wait', () => {
  it('are for admins who are signed in, and a stale sign-in may not apply them', async () => {
    const checked = await prepareImport(admin, `name,email\nAda,${newEmail()}\n`, 'users')
    const instructor = await application.signedIn('instructor')
    expect(await catchCode(instructor.call(api.listImports))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.getImport, { params: { id: checked._id } }))).toBe(
      'NOT_SIGNED_IN',
    )
    const stale = await application.signedIn('admin', { signedInAt: Date.now() - 2 * 60 * 60_000 })
    expect(await catchCode(applyImport(stale, checked))).toBe('REAUTH_REQUIRED')
    expect(await catchCode(stale.call(api.undoImport, { params: { id: checked._id } }))).toBe('REAUTH_REQUIRED')
  })

  it('are discarded by an admin, but not after they are applied', async () => {
    const checked = await prepareImport(admin, `name,email\nAda,${newEmail()}\n`, 'users')
    const params = { id: checked._id }
    expect(await admin.call(api.discardImport, { params })).toEqual({ deletedCount: 1 })
    expect(await catchCode(admin.call(api.getImport, { params }))).toBe('NOT_FOUND')
    expect(await application.services.db.$count(importRows)).toBe(0)
    const other = await applyImport(admin, await prepareImport(admin, `name,email\nAda,${newEmail()}\n`, 'users'))
    const applied = { id: other._id }
    expect(await catchCode(admin.call(api.discardImport, { params: applied }))).toBe('CHANGED_MEANWHILE')
    const body = { kind: 'users', columns: { email: { column: 1 }, role: { value: 'student' } } } as const
    const again = admin.call(api.matchImport, { params: applied, body: { ...body, date_order: 'day-month' } })
    expect(await catchCode(again)).toBe('CHANGED_MEANWHILE')
  })

  it('are removed a day later, and an hour later where the server stopped while it stored them', async () => {
    const { db } = application.services
    await uploadCsv(admin, `name,email\nAda,${newEmail()}\n`, 'waiting.csv')
    await uploadCsv(admin, `name,email\nAda,${newEmail()}\n`, 'interrupted.csv')
    await db.update(imports).set({ status: 'uploading' }).where(eq(imports.fileName, 'interrupted.csv'))
    expect((await admin.call(api.listImports)).map(({ file_name }) => file_name)).toEqual(['waiting.csv'])
    const hours = (past: number) => db.update(imports).set({ updatedAt: Date.now() - past * 60 * 60_000 })
    await removeOldImports(db)
    expect(await db.$count(imports)).toBe(2)
    await hours(2)
    await removeOldImports(db)
    expect(await db.$count(imports)).toBe(1)
    await hours(25)
    await removeOldImports(db)
    expect([await db.$count(imports), await db.$count(importRows)]).toEqual([0, 0])
  })
})
