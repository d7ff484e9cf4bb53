import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { bytesOf, send, twoColours } from '../../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../../tests/school.ts'
import { Encoder, type EncoderOptions } from './encoder.ts'
import type { EncodingJob } from './job.ts'

/** An encoder for this test alone. */
function open(options: Omit<EncoderOptions, 'log'> = {}): Encoder {
  const encoder = new Encoder({ log: pino({ level: 'silent' }), ...options })
  onTestFinished(() => encoder.close())
  return encoder
}

async function jobWith(picture: Sharp, wanted: EncodingJob['wanted'] = 'all'): Promise<EncodingJob> {
  const folder = await mkdtemp(join(tmpdir(), 'school-encoder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const input = join(folder, 'uploaded')
  await writeFile(input, await picture.jpeg().toBuffer())
  return { input, folder, wanted }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the encoder', () => {
  it('writes all variants, or the largest alone', async () => {
    const encoder = open()
    const all = await jobWith(twoColours(400, 300))
    expect(await encoder.encode(all)).toMatchObject({
      width: 400,
      height: 300,
      ground: expect.stringMatching(/^[\w-]+$/),
    })
    expect((await readdir(all.folder)).sort()).toEqual(['320.avif', '320.webp', '400.avif', '400.webp', 'uploaded'])
    const one = await jobWith(twoColours(400, 300), 'largest')
    await encoder.encode(one)
    expect((await readdir(one.folder)).sort()).toEqual(['400.webp', 'uploaded'])
  })

  it('is one process, which starts with the first picture and ends when there is none for a while', async () => {
    const encoder = open({ idleMs: 100 })
    expect(encoder.pid).toBeUndefined()
    await Promise.all([
      encoder.encode(await jobWith(twoColours(40, 30))),
      encoder.encode(await jobWith(twoColours(40, 30))),
    ])
    const pid = encoder.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await encoder.encode(await jobWith(twoColours(40, 30)))
    expect(encoder.pid).not.toBe(pid)
  })

  it('gives up a picture that takes too long, and its process with it', async () => {
    const encoder = open({ patienceMs: 20 })
    const encoding = encoder.encode(await jobWith(twoColours(40, 30)))
    await expect.poll(() => encoder.pid, { interval: 1 }).toBeDefined()
    const pid = encoder.pid ?? 0
    const refusal = await encoding.catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'NOT_A_PICTURE', message: expect.stringContaining('JPEG') })
    expect(encoder.pid).toBeUndefined()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('says that it is our fault where it cannot write', async () => {
    const job = await jobWith(twoColours(40, 30))
    const failure = await open()
      .encode({ ...job, folder: join(job.folder, 'nowhere') })
      .catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(Refusal)
    expect(String(failure)).toContain('could not be prepared')
  })

  it('holds none of our secrets', async () => {
    const encoder = open()
    await encoder.encode(await jobWith(twoColours(40, 30)))
    const environment = await readFile(`/proc/${encoder.pid}/environ`, 'utf8')
    expect(environment.match(/^\w+/gm)).toEqual(['VIPS_WARNING'])
  })
})

describe('a picture that ends the process', () => {
  let school: TestSchool
  beforeAll(async () => {
    school = await openTestSchool()
  })
  afterAll(() => school.close())

  it('is refused; the others are prepared, and the school lives', async () => {
    const instructor = await school.signedIn('instructor')
    const { encoder } = school.parts.darkroom
    const hostile = send(instructor, await bytesOf(twoColours(40, 30).jpeg()))
    // It takes the process longer to start than us to see that it does.
    await expect.poll(() => encoder.pid, { interval: 1 }).toBeDefined()
    const waiting = send(instructor, await bytesOf(twoColours(400, 300).jpeg()))
    const pid = encoder.pid ?? 0
    process.kill(pid, 'SIGKILL')
    const answer = await hostile
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'NOT_A_PICTURE'])
    expect((await waiting).statusCode).toBe(200)
    expect(encoder.pid).not.toBe(pid)
    expect(school.logged.join()).toContain('SIGKILL')
    expect((await school.visitor.request('GET', '/readyz')).statusCode).toBe(200)
  })
})
