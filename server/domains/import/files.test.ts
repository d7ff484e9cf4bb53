import { Readable } from 'node:stream'
import { desc } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_IMPORTS } from '#contract/values/limits.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { checkAll, clearImports, sendCsv, uploadCsv } from '../../../testing/imports.ts'
import type { Visitor } from '../../../testing/visitor.ts'
import { importRows, imports } from './import.table.ts'
import { withFile } from './receive.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})
beforeEach(() => clearImports(application.services.db))

/** Returns the error of a file that is refused, and checks that nothing of it is stored. */
async function refuse(content: string | Buffer) {
  const response = await sendCsv(admin, content)
  const { db } = application.services
  expect([await db.$count(imports), await db.$count(importRows)]).toEqual([0, 0])
  const { code, message } = response.json()
  return `${code}: ${message}`
}

describe('a file is read whatever program has written it', () => {
  it.each([
    ['UTF-8', Buffer.from('Name,Email\nJosé,a@example.test\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffName,Email\r\nJosé,a@example.test\r\n')],
    ['Windows-1252', Buffer.from('Name,Email\nJosé,a@example.test\n', 'latin1')],
    ['UTF-16, as Excel writes Unicode text', Buffer.from('\ufeffName\tEmail\r\nJosé\ta@example.test\r\n', 'utf16le')],
    ['semicolons', Buffer.from('Name;Email\nJosé;a@example.test\n')],
    ['tabs', Buffer.from('Name\tEmail\nJosé\ta@example.test\n')],
    ['a line that names the separator', Buffer.from('sep=;\r\nName;Email\r\nJosé;a@example.test\r\n')],
    ['quotes, blank rows and the line ends of old Macs', Buffer.from('"Name" , "Email"\r\r"José",a@example.test\r,\r')],
  ])('%s', async (_, content) => {
    const uploaded = await uploadCsv(admin, content)
    expect(uploaded).toMatchObject({ headers: ['Name', 'Email'], samples: [['José', 'a@example.test']], rows: 1 })
  })

  it('with Windows-1252 far behind its beginning, and texts of several lines', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `"Ada\nBerg ${index}",a${index}@example.test`)
    const content = Buffer.from(`Name,Email\n${rows.join('\n')}\nJosé,jose@example.test\n`, 'latin1')
    const uploaded = await uploadCsv(admin, content)
    expect(uploaded.rows).toBe(3_001)
    const checked = await checkAll(admin, uploaded, 'users')
    expect(checked.counts).toMatchObject({ ready: 1, invalid: 3_000 })
    const [row] = await application.services.db.select().from(importRows).orderBy(desc(importRows.row)).limit(1)
    expect(row).toMatchObject({ row: 3_002, cells: ['José', 'jose@example.test'] })
  })

  it('under a name without paths and control characters', async () => {
    const uploaded = await uploadCsv(admin, 'Email\na@example.test\n', 'C:\\Users\\Ada\\school.csv')
    expect(uploaded.file_name).toBe('school.csv')
  })
})

describe('a file is refused in words, and leaves nothing behind:', () => {
  const rows = (count: number) => 'a@example.test\n'.repeat(count)
  it.each([
    [
      'a quote that never ends',
      'Name,Email\nAda,a@b.test\n"Bo,b@b.test\n',
      'INVALID_INPUT: Row 3 has a quote (") that never ends. Close it, or remove it.',
    ],
    [
      'a quote that never ends in a long file',
      `Name,Email\n"Bo,b@b.test\n${rows(9_000)}`,
      'INVALID_INPUT: Row 2 is too long. Perhaps a quote (") in it never ends.',
    ],
    [
      'a quote inside a quoted cell',
      'Name,Email\n"Ada" Berg,a@b.test\n',
      'INVALID_INPUT: Row 2 has a quote (") inside a quoted cell. Write it twice ("").',
    ],
    [
      'a quote inside a cell',
      'Name,Email\n\nAda "B",a@b.test\n',
      'INVALID_INPUT: Row 3 has a quote (") inside a cell. Put the cell in quotes, and write the quote twice ("").',
    ],
    [
      'NUL',
      'Name,Email\nAda,a@b.test\nB\0o,b@b.test\n',
      'INVALID_INPUT: Row 3 has a NUL character, which no text has. Save the file as CSV again.',
    ],
    [
      'two columns of one name',
      'Email,Name,email\na,b,c\n',
      'INVALID_INPUT: Columns 1 and 3 are both called “email”. Rename one of them.',
    ],
    [
      'no header',
      'Ada,ada@example.test\n',
      'INVALID_INPUT: Row 1 should name the columns, but has the e-mail address ada@example.test. Add a row above it.',
    ],
    ['no rows', 'Name,Email\n\n,\n', 'INVALID_INPUT: The file has no rows below its header.'],
    ['no bytes', '', 'INVALID_INPUT: The file is empty.'],
    ['blank rows only', '\n\n', 'INVALID_INPUT: The file is empty.'],
    [
      'an Excel workbook',
      Buffer.from('504b030414000600', 'hex'),
      'INVALID_INPUT: This is an Excel workbook or a ZIP archive. Save the table as CSV first, and upload that file.',
    ],
    [
      'too many columns',
      `${Array.from({ length: 201 }, (_, index) => `c${index}`).join(',')}\n1\n`,
      'INVALID_INPUT: The file has 201 columns; 200 are our limit.',
    ],
    ['too many rows', `Email\n${rows(100_001)}`, 'TOO_LARGE: The file has more than 100,000 rows. Split it.'],
  ])('%s', async (_, content, message) => {
    expect(await refuse(content)).toBe(message)
  })

  it('more than 50 MB', async () => {
    const content = Buffer.alloc(50 * 1024 * 1024 + 1, 'Email\n')
    expect(await refuse(content)).toBe('TOO_LARGE: This file is larger than 50 MB. Split it.')
  })

  it('more files than wait at a time', async () => {
    const { db } = application.services
    const { id: createdBy } = (await application.signedIn('admin')).user
    const waiting = { fileName: 'a.csv', headers: [], createdBy, createdAt: 1, updatedAt: 1 }
    await db.insert(imports).values(Array.from({ length: MAX_IMPORTS }, () => waiting))
    const response = await sendCsv(admin, 'Email\na@example.test\n')
    expect(response.json()).toMatchObject({ statusCode: 409, code: 'LIMIT_REACHED' })
  })

  it('a third one while two are read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const bytes = () => Readable.from([Buffer.from('Email\n')])
    const busy = [withFile(bytes(), () => promise), withFile(bytes(), () => promise)]
    expect((await sendCsv(admin, 'Email\na@example.test\n')).json()).toMatchObject({ statusCode: 429 })
    resolve()
    await Promise.all(busy)
    await uploadCsv(admin, 'Email\na@example.test\n')
  })
})

describe('the match of columns', () => {
  it('needs a column or a value for each required field, among the columns of the file', async () => {
    const { _id: id } = await uploadCsv(admin, 'Name,Email\nAda,a@example.test\n')
    const match = (columns: object) =>
      admin.request('POST', `/api/import/${id}/match`, { body: { kind: 'users', columns } })
    expect((await match({ role: { value: 'student' } })).json().message).toBe('Choose a column or a value for E-mail.')
    expect((await match({ email: { column: 1 }, role: { value: ' ' } })).statusCode).toBe(400)
    const far = await match({ email: { column: 2 }, role: { value: 'student' } })
    expect(far.json().message).toBe('The file has fewer columns than that.')
    expect((await match({ email: { column: -1 } })).statusCode).toBe(400)
    const current = await admin.call(api.getImport, { params: { id } })
    expect(current).toMatchObject({ status: 'uploaded', match: null })
  })
})
