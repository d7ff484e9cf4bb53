import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import type { UploadedImage } from '#contract/images.ts'
import { listScopes } from '#contract/scopes.ts'
import type { User } from '#contract/users.ts'
import type * as Client from '../../clients/typescript/src/client.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { buildClient } from '../../ops/client/build.ts'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'
import { drawTwoColors, readBytes } from '../../testing/images.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A consumer's program, with mistakes that the types must find. */
const SAMPLE = `
import { CallError, type CallResponse, type Row, SchoolClient } from 'photography-school-client'

const school = new SchoolClient({ url: 'https://school.example', token: 'phs_x' })
const classes: CallResponse<'listApprovedClasses'> = await school.call('listApprovedClasses')
const price: number | undefined = classes[0]?.price
const status: 'pending' | 'approve' | 'deny' = (await school.call('getClass', { params: { id: '1' } })).status
await school.call('changeClass', { params: { id: '1' }, body: { seats: 3 } }, { ifMatch: 2 })
const { rows, total } = await school.page('findPayments', { query: { q: 'harbour', sort: 'price' } })
for await (const user of school.each('listUsers')) console.log(user.email, user.created_at.toFixed())
const { display_url } = (await school.upload('uploadPicture', new Blob([]))).data
const csv: string = await school.call('exportUsers')
try {
  await school.call('listActivity')
} catch (error) {
  if (error instanceof CallError) console.log(error.code, error.retryAfter)
}
const payment: Row<'findPayments'> | undefined = rows[0]
console.log(price, status, total, display_url, csv, payment?.refund?.reason)

// @ts-expect-error an unknown call
await school.call('listNothing')
// @ts-expect-error a call that no access token may make
await school.call('makeAdmin', { params: { id: '1' } })
// @ts-expect-error a missing parameter
await school.call('getClass')
// @ts-expect-error another type
await school.call('changeClass', { params: { id: '1' }, body: { seats: 'three' } })
// @ts-expect-error a sort key that does not exist
await school.page('findPayments', { query: { sort: 'secret' } })
// @ts-expect-error not a list
school.each('getClass', { params: { id: '1' } })
`

let folder: string
let application: TestApplication
let url: string
let client: typeof Client
beforeAll(async () => {
  application = await openTestApplication()
  url = await application.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'school-consumer-'))
  const installed = join(folder, 'node_modules/photography-school-client')
  await buildClient(join(installed, 'dist'))
  await cp(join(ROOT, 'clients/typescript/package.json'), join(installed, 'package.json'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'use.js'), "export * from 'photography-school-client'\n")
  client = await import(pathToFileURL(join(folder, 'use.js')).href)
})
afterAll(async () => {
  await application.close()
  await rm(folder, { recursive: true })
})

/** Returns the client of a user with an access token for everything that their role may do. */
async function connect(role: 'instructor' | 'admin', scopes: string[] = listScopes(api, role)) {
  const owner = await application.signedIn(role)
  const { token } = await owner.call(api.createAccessToken, { body: { name: 'Client', scopes, days: 1 } })
  return { owner, school: new client.SchoolClient({ url: `${url}/`, token }) }
}

/** Returns the error of a refused call. */
const refuse = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: CallError) => error,
  )

describe('the client package', () => {
  it('has no import of our source, in its code and in its types', async () => {
    for (const file of ['index.js', 'index.d.ts', 'calls.d.ts']) {
      const text = await readFile(join(folder, 'node_modules/photography-school-client/dist', file), 'utf8')
      const imports = [...text.matchAll(/\bfrom\s*['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/g)].map(
        ([, path]) => path,
      )
      expect(imports.filter((path) => path !== './calls.js')).toEqual([])
      expect(text).not.toContain('#contract')
    }
  })

  it('has types with which the compiler finds mistakes of its users', async () => {
    await writeFile(join(folder, 'sample.ts'), SAMPLE)
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom']
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const run = promisify(execFile)(compiler, [...options, '--types', '', 'sample.ts'], { cwd: folder })
    expect(await run.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  })

  it('makes calls with an access token, and reads public lists without one', async () => {
    const { owner, school } = await connect('instructor')
    const image = new Blob([await readBytes(drawTwoColors(90, 60).png())])
    const { data } = (await school.upload('uploadPicture', image)) as UploadedImage
    const classImage = data.display_url
    const body = { className: 'From a program', classImage, seats: 3, price: 49.99 }
    const { insertedId } = (await school.call('addClass', { body })) as { insertedId: string }
    const params = { id: insertedId }
    const added = await school.call('getClass', { params })
    expect(added).toMatchObject({ className: 'From a program', status: 'pending', classImage, version: 1 })
    await school.call('changeClass', { params, body: { seats: 4 } }, { ifMatch: 1 })
    const stale = await refuse(school.call('changeClass', { params, body: { seats: 5 } }, { ifMatch: 1 }))
    expect(stale).toMatchObject({ statusCode: 409, code: 'CHANGED_MEANWHILE' })
    const own = { params: { instructorEmail: owner.user.email } }
    expect((await school.page('listClassesOfInstructor', own)).total).toBe(1)
    await makeClass(application.services.db, { name: 'Public' })
    const visitor = new client.SchoolClient({ url })
    const listed = (await visitor.call('listApprovedClasses')) as SchoolClass[]
    expect(listed.map(({ className }) => className)).toEqual(['Public'])
  })

  it('reads all pages of a list', async () => {
    const { school } = await connect('admin')
    await Promise.all(Array.from({ length: 120 }, () => makeUser(application.services.db, 'student')))
    const { total } = await school.page('listUsers', { query: { page: 1 } })
    const emails = new Set<string>()
    for await (const user of school.each('listUsers')) emails.add((user as User).email)
    expect([total > 100, emails.size]).toEqual([true, total])
    expect(await school.call('exportUsers', { query: { q: [...emails][0] } })).toContain('"name","email"')
  })

  it('throws errors with the code of the API, and one where the server cannot be reached', async () => {
    const { school } = await connect('admin', ['users:read'])
    const refused = await refuse(school.call('listActivity'))
    expect(refused).toBeInstanceOf(client.CallError)
    expect(refused).toMatchObject({ statusCode: 403, code: 'TOKEN_SCOPE_MISSING', retryAfter: null })
    const nowhere = new client.SchoolClient({ url: 'http://127.0.0.1:1', timeoutMs: 1000 })
    expect(await refuse(nowhere.call('listSlides'))).toMatchObject({ statusCode: 0, code: 'UNREACHABLE' })
    expect(() => school.call('makeAdmin', { params: { id: '1' } })).toThrow('There is no call makeAdmin.')
  })
})
