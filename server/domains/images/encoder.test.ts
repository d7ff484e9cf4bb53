import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, send } from '../../../testing/images.ts'
import { Encoder, type EncoderOptions, type EncodingJob } from './encoder.ts'
import { hasColorEdges } from './scale-in-light.ts'
import { listLaterVariants } from './variants.ts'

/** Opens an encoder for one test. */
function open(options: Omit<EncoderOptions, 'log'> = {}): Encoder {
  const encoder = new Encoder({ log: pino({ level: 'silent' }), ...options })
  onTestFinished(() => encoder.close())
  return encoder
}

async function jobWith(picture: Sharp, variants: EncodingJob['variants'] = 'all'): Promise<EncodingJob> {
  const folder = await mkdtemp(join(tmpdir(), 'school-encoder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const input = join(folder, 'uploaded')
  await writeFile(input, await picture.jpeg().toBuffer())
  return { input, folder, variants }
}

/** Returns the names of the variants in a folder. */
const readImages = async (folder: string) =>
  (await readdir(folder)).filter((name) => /\.(avif|webp)$/.test(name)).sort()

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the encoder', () => {
  it('writes the first variants, and the others from their pixels, or the largest alone', async () => {
    const encoder = open()
    const all = await jobWith(drawTwoColors(400, 300))
    expect(await encoder.encode(all)).toMatchObject({
      width: 400,
      height: 300,
      placeholder: expect.stringMatching(/^[\w-]+$/),
    })
    expect(await readImages(all.folder)).toEqual(['320.webp', '400.webp'])
    await encoder.make({ kind: 'later', ...all, hasSharpChroma: false, variants: listLaterVariants(400, false) })
    expect(await readImages(all.folder)).toEqual(['320.avif', '320.webp', '400.avif', '400.webp'])
    const one = await jobWith(drawTwoColors(400, 300), 'largest')
    await encoder.encode(one)
    expect(await readdir(one.folder)).toHaveLength(2)
    expect(await readImages(one.folder)).toEqual(['400.webp'])
  })

  it('lets an upload wait for one of the jobs that no response waits for, not for all', async () => {
    const encoder = open()
    const first = await jobWith(drawTwoColors(400, 300))
    await encoder.encode(first)
    const ended: string[] = []
    const later = ['first', 'second', 'third'].map(async (name) => {
      await encoder.makeLater({
        kind: 'later',
        ...first,
        hasSharpChroma: false,
        variants: listLaterVariants(400, false),
      })
      ended.push(name)
    })
    await encoder.encode(await jobWith(drawTwoColors(40, 30)))
    ended.push('upload')
    await Promise.all(later)
    expect(ended).toEqual(['first', 'upload', 'second', 'third'])
  })

  it('is one process, which starts with the first image and ends when it is idle', async () => {
    const encoder = open({ idleMs: 100 })
    expect(encoder.pid).toBeUndefined()
    await Promise.all([
      encoder.encode(await jobWith(drawTwoColors(40, 30))),
      encoder.encode(await jobWith(drawTwoColors(40, 30))),
    ])
    const pid = encoder.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await encoder.encode(await jobWith(drawTwoColors(40, 30)))
    expect(encoder.pid).not.toBe(pid)
  })

  it('refuses an image that takes too long, and ends the process', async () => {
    const encoder = open({ timeoutMs: 20 })
    const encoding = encoder.encode(await jobWith(drawTwoColors(40, 30)))
    await expect.poll(() => encoder.pid, { interval: 1 }).toBeDefined()
    const pid = encoder.pid ?? 0
    const refusal = await encoding.catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({
      code: 'NOT_A_PICTURE',
      message: 'This picture takes too long to process. Save it as a smaller JPEG, and try again.',
    })
    expect(encoder.pid).toBeUndefined()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('reports an internal error where it cannot write', async () => {
    const job = await jobWith(drawTwoColors(40, 30))
    const failure = await open()
      .encode({ ...job, folder: join(job.folder, 'nowhere') })
      .catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(AppError)
    expect(String(failure)).toContain('could not be encoded')
  })

  it('has none of our secrets', async () => {
    const encoder = open()
    await encoder.encode(await jobWith(drawTwoColors(40, 30)))
    const environment = await readFile(`/proc/${encoder.pid}/environ`, 'utf8')
    const names = environment.split('\0').flatMap((each) => each.split('=', 1))
    const ours = names.filter((name) => name !== '' && !name.startsWith('NODE_CHANNEL_'))
    expect(ours).toEqual(['VIPS_WARNING', 'MALLOC_ARENA_MAX'])
  })
})

describe('an image that ends the process', () => {
  let application: TestApplication
  beforeAll(async () => {
    application = await openTestApplication()
  })
  afterAll(() => application.close())

  it('is refused; other images are encoded, and the server keeps running', async () => {
    const instructor = await application.signedIn('instructor')
    const { encoder } = application.imagePipeline
    const hostile = send(instructor, await readBytes(drawTwoColors(40, 30).jpeg()))
    // The process takes longer to start than this poll takes to notice it.
    await expect.poll(() => encoder.pid, { interval: 1 }).toBeDefined()
    const waiting = send(instructor, await readBytes(drawTwoColors(400, 300).jpeg()))
    const pid = encoder.pid ?? 0
    process.kill(pid, 'SIGKILL')
    const response = await hostile
    expect([response.statusCode, response.json().code]).toEqual([415, 'NOT_A_PICTURE'])
    expect((await waiting).statusCode).toBe(200)
    expect(encoder.pid).not.toBe(pid)
    expect(application.logged.join()).toContain('SIGKILL')
    expect((await application.visitor.request('GET', '/readyz')).statusCode).toBe(200)
  })
})

describe('a WebP of an image', () => {
  const draw = (line: number[]) => {
    const [width, height] = [640, 400]
    const data = Buffer.alloc(width * height * 3, 100)
    for (let y = 0; y < height; y++) data.set(line, (y * width + 321) * 3)
    return { data, width, height, channels: 3 } as const
  }

  it('has sharp thin lines in saturated red', async () => {
    const line = [220, 20, 20]
    const image = draw(line)
    expect(hasColorEdges(image)).toBe(true)
    const job = await jobWith(sharp(image.data, { raw: image }))
    await writeFile(job.input, await sharp(image.data, { raw: image }).png().toBuffer())
    await open().encode(job)
    const pixels = await sharp(join(job.folder, '640.webp')).raw().toBuffer()
    const [red = 0, green = 0] = pixels.subarray((200 * 640 + 321) * 3)
    expect(red - green).toBeGreaterThan(86)
  })

  it('takes less time where colors have no edges: gray lines, or few points of color', () => {
    expect(hasColorEdges(draw([250, 250, 250]))).toBe(false)
    const few = draw([100, 100, 100])
    few.data.set([255, 0, 0], 30_000)
    expect(hasColorEdges(few)).toBe(false)
    expect(hasColorEdges({ data: Buffer.from([255, 0, 0]), width: 1, height: 1, channels: 3 })).toBe(false)
  })

  it('takes less time where the steps between colors are noise, and not where lines are among them', () => {
    const noise = draw([100, 100, 100])
    // The sum of three has the tail of noise: one step in a hundred is large.
    const drawSample = () => 100 + Math.round((Math.random() + Math.random() + Math.random() - 1.5) * 24)
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = drawSample()
    expect(hasColorEdges(noise)).toBe(false)
    const lines = draw([100, 100, 100])
    for (let at = 0; at < lines.data.length; at += 3 * 40) lines.data.set([220, 20, 20], at)
    expect(hasColorEdges(lines)).toBe(true)
  })
})

describe('film grain', () => {
  const [width, height] = [960, 640]

  /** Returns the mean deviation of the brightness within blocks of eight pixels. */
  function measureGrain(data: Buffer): number {
    let sum = 0
    for (let top = 0; top < height; top += 8)
      for (let left = 0; left < width; left += 8) {
        const block = Array.from(
          { length: 64 },
          (_, at) => data[((top + (at >> 3)) * width + left + (at & 7)) * 3] ?? 0,
        )
        const mean = block.reduce((all, value) => all + value, 0) / 64
        sum += Math.sqrt(block.reduce((all, value) => all + (value - mean) ** 2, 0) / 64)
      }
    return sum / ((width / 8) * (height / 8))
  }

  /** Draws gray grain as in a scan: of two pixels, with a deviation of about 7. */
  function drawGrain(): Buffer {
    const noise = randomBytes(width * (height + 2))
    const data = Buffer.alloc(width * height * 3)
    for (let at = 0; at < width * height; at++) {
      const around = [at, at + 1, at + width, at + width + 1].reduce((sum, place) => sum + (noise[place] ?? 0), 0)
      data.fill(120 + Math.round((around - 510) / 21), at * 3, at * 3 + 3)
    }
    return data
  }

  it('stays for the most part, in AVIF as in WebP', async () => {
    const grain = drawGrain()
    const job = await jobWith(sharp(grain, { raw: { width, height, channels: 3 } }))
    await writeFile(
      job.input,
      await sharp(grain, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const encoder = open()
    await encoder.encode(job)
    await encoder.make({ kind: 'later', ...job, hasSharpChroma: false, variants: listLaterVariants(width, false) })
    for (const format of ['avif', 'webp']) {
      const shown = await sharp(join(job.folder, `${width}.${format}`))
        .raw()
        .toBuffer()
      expect(measureGrain(shown) / measureGrain(grain), format).toBeGreaterThan(0.8)
    }
  })
})
