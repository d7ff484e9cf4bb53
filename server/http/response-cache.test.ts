import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Catalogue, type SeatsShown } from '#server/platform/database/catalogue.ts'
import { ResponseCache } from './response-cache.ts'

const KILOBYTE = 'x'.repeat(1024)
const render = async () => ({ status: 200, type: 'text/plain', body: KILOBYTE })
const neverCloses = async () => null
const listFresh = (cache: ResponseCache, keys: string[]) => keys.filter((key) => cache.fresh(key))

describe('the cache of responses', () => {
  it('is limited by its size, and keeps what is used', async () => {
    const cache = new ResponseCache(new Catalogue(), neverCloses, 4 * 6000)
    for (const key of ['/', '/a', '/b']) await cache.get(key, render)
    for (const key of ['/c', '/d', '/e', '/f']) {
      cache.fresh('/')
      await cache.get(key, render)
    }
    expect(listFresh(cache, ['/', '/a', '/b', '/c', '/d', '/e', '/f'])).toEqual(['/', '/d', '/e', '/f'])
  })

  it('does not keep a response that is larger than all of it', async () => {
    const cache = new ResponseCache(new Catalogue(), neverCloses, 100)
    expect((await cache.get('/', render)).status).toBe(200)
    expect(cache.fresh('/')).toBeUndefined()
  })
})

describe('a cached response', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2027, 4, 4, 12) })
    return () => vi.useRealTimers()
  })

  it('expires when the next run that it shows closes', async () => {
    const readClosing = async (shown: SeatsShown) => (shown === 'all' ? Date.now() + 1000 : null)
    const cache = new ResponseCache(new Catalogue(), readClosing)
    await cache.get('/classes', render)
    await cache.get('/classes/fog', render, { classId: 'fog' })
    vi.advanceTimersByTime(999)
    expect(listFresh(cache, ['/classes', '/classes/fog'])).toEqual(['/classes', '/classes/fog'])
    vi.advanceTimersByTime(1)
    expect(listFresh(cache, ['/classes', '/classes/fog'])).toEqual(['/classes/fog'])
  })
})

describe('a cached response that has settled', () => {
  const body = readFileSync(import.meta.filename, 'utf8')
  const renderText = async () => ({ status: 200, type: 'text/plain', body })
  const SETTLED_MS = 5_000

  /** Caches a response and lets `act` use it. Returns a function that says by how many bytes it is smaller by now. */
  async function cacheAnd(act: (cache: ResponseCache, catalogue: Catalogue) => unknown): Promise<() => number> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const catalogue = new Catalogue()
    const cache = new ResponseCache(catalogue, neverCloses)
    const response = await cache.get('/', renderText)
    const before = response.encodings.br.length
    await act(cache, catalogue)
    vi.advanceTimersByTime(SETTLED_MS)
    vi.useRealTimers()
    return () => {
      expect(brotliDecompressSync(response.encodings.br).toString()).toBe(body)
      return before - response.encodings.br.length
    }
  }

  it('is compressed for size', async () => {
    const showLater = (cache: ResponseCache) => {
      vi.advanceTimersByTime(10 * SETTLED_MS)
      cache.fresh('/')
    }
    await expect.poll(await cacheAnd(showLater)).toBeGreaterThan(50)
  })

  it('is compressed alone, and after a rest of four times what the one before took', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2027, 4, 4, 12) })
    const cache = new ResponseCache(new Catalogue(), neverCloses)
    const responses = await Promise.all(['/a', '/b'].map((key) => cache.get(key, renderText)))
    const before = responses.map(({ encodings }) => encodings.br.length)
    const countShrunk = () => responses.filter(({ encodings }, index) => encodings.br.length !== before[index]).length
    for (const key of ['/a', '/b']) cache.fresh(key)
    vi.advanceTimersByTime(SETTLED_MS)
    // The first one takes two seconds.
    vi.setSystemTime(Date.now() + 2_000)
    await expect.poll(countShrunk).toBe(1)
    vi.advanceTimersByTime(SETTLED_MS)
    await pause(50)
    expect(countShrunk()).toBe(1)
    vi.advanceTimersByTime(SETTLED_MS)
    await expect.poll(countShrunk).toBe(2)
    vi.useRealTimers()
  })

  it('stays as it is if it is not used, or has changed', async () => {
    const countUnused = await cacheAnd(() => {})
    const change = (cache: ResponseCache, catalogue: Catalogue) => {
      cache.fresh('/')
      catalogue.markChanged()
    }
    const countChanged = await cacheAnd(change)
    await pause(200)
    expect([countUnused(), countChanged()]).toEqual([0, 0])
  })
})

describe('a cached response that nothing changes', () => {
  it('expires when the day ends, because pages write dates as seen from today', async () => {
    vi.useFakeTimers({ now: Date.UTC(2027, 4, 4, 12) })
    const cache = new ResponseCache(new Catalogue(), neverCloses)
    await cache.get('/', render)
    vi.setSystemTime(Date.UTC(2027, 4, 5) - 1)
    expect(cache.fresh('/')).toBeDefined()
    vi.setSystemTime(Date.UTC(2027, 4, 5))
    expect(cache.fresh('/')).toBeUndefined()
    vi.useRealTimers()
  })
})

describe('the catalogue', () => {
  it('advances lists and one class after a sale, and everything after another change', () => {
    const catalogue = new Catalogue()
    const versions = () => [
      catalogue.findVersion('all'),
      catalogue.findVersion('none'),
      catalogue.findVersion({ classId: 'a' }),
      catalogue.findVersion({ classId: 'b' }),
    ]
    catalogue.markChanged()
    catalogue.markSeatsChanged('a')
    expect(versions()).toEqual([2, 1, 2, 1])
    catalogue.markSeatsChanged('b')
    expect(versions()).toEqual([3, 1, 2, 3])
    catalogue.markChanged()
    expect(versions()).toEqual([4, 4, 4, 4])
  })
})
