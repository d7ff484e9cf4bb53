import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openForThisFile, openTestApplication } from '../../../testing/application.ts'
import { AUTHORITY, addCredentials, SIGNER } from '../../../testing/content-credentials.ts'
import { drawTwoColors, readBytes, upload } from '../../../testing/images.ts'
import { hasCredentials } from './credentials.ts'
import { Encoder } from './encoder.ts'
import { readCredits } from './images.ts'

const application = openForThisFile()

const createJpeg = () => readBytes(drawTwoColors(200, 150).jpeg())

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-credentials-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Returns what a page shows of an image. */
async function readLine(url: string): Promise<string | undefined> {
  return (await readCredits(application.services.db, [url])).get(url)?.line
}

describe('Content Credentials', () => {
  it('say who signed the uploaded file, and that no list proves the name, also when it is uploaded again', async () => {
    const instructor = await application.signedIn('instructor')
    const signed = await addCredentials(await createJpeg())
    const credentials = { signer: SIGNER, is_trusted: false }
    const { display_url } = await upload(instructor, signed)
    expect(await upload(instructor, signed)).toMatchObject({ display_url, credentials })
    expect(await readLine(display_url)).toBe(
      'Content Credentials · signed as “Harbour Cameras”, not verified against a trust list · our copy was re-encoded',
    )
    const served = await application.visitor.request('GET', display_url)
    expect(served.rawPayload.includes('c2pa')).toBe(false)
  })

  it('say who signed it without doubt where the trust list of the settings proves it', async () => {
    const path = join(await createFolder(), 'trust.pem')
    await writeFile(path, AUTHORITY)
    const trusting = await openTestApplication({ C2PA_TRUST_LIST: path })
    onTestFinished(() => trusting.close())
    const { display_url, credentials } = await upload(
      await trusting.signedIn('instructor'),
      await addCredentials(await createJpeg()),
    )
    expect(credentials).toEqual({ signer: SIGNER, is_trusted: true })
    expect((await readCredits(trusting.services.db, [display_url])).get(display_url)?.line).toBe(
      'Content Credentials · signed by Harbour Cameras · our copy was re-encoded',
    )
  })

  it('say nothing where the file was changed since, or only claims to have them', async () => {
    const instructor = await application.signedIn('instructor')
    const changed = await addCredentials(await createJpeg())
    const last = changed.length - 30
    changed[last] = (changed[last] ?? 0) ^ 1
    const box = Buffer.from('6a756d62000000196a756d646332706100110010800000aa00389b71036332706100', 'hex')
    const jpeg = await createJpeg()
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xeb, 0, box.length + 10]),
      Buffer.from('JP\0\x01\0\0\0\x01', 'latin1'),
      box,
    ])
    const claiming = new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]))
    for (const bytes of [changed, claiming]) {
      const path = join(await createFolder(), 'uploaded')
      await writeFile(path, bytes)
      expect(await hasCredentials(path)).toBe(true)
      const { display_url, credentials } = await upload(instructor, bytes)
      expect([credentials, await readLine(display_url)]).toEqual([undefined, undefined])
    }
  })

  it('take a few seconds at most: the image is accepted without them', async () => {
    const encoder = new Encoder({ log: pino({ level: 'silent' }), credentialsTimeoutMs: 1 })
    onTestFinished(() => encoder.close())
    const folder = await createFolder()
    const input = join(folder, 'uploaded')
    await writeFile(input, await addCredentials(await createJpeg()))
    expect(await encoder.encode({ input, folder, variants: 'all' })).toMatchObject({ width: 200, credentials: null })
    expect(encoder.pid).toBeUndefined()
  })
})
