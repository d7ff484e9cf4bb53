import { describe, expect, it } from 'vitest'
import { describeDevice } from './describe-device.ts'

const GECKO = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a device in words', () => {
  it.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GECKO} Chrome/130.0.0.0 Safari/537.36`],
    ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${GECKO} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
    ['Safari on Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${GECKO} Chrome/130.0.0.0 Mobile Safari/537.36`],
    [
      'Samsung Internet on Android',
      `Mozilla/5.0 (Linux; Android 14) ${GECKO} SamsungBrowser/26.0 Chrome/122.0 Safari/537.36`,
    ],
    ['Opera on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${GECKO} Chrome/129.0.0.0 Safari/537.36 OPR/115.0.0.0`],
    ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${GECKO} Chrome/130.0.0.0 Safari/537.36`],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', '<script>alert(1)</script>\r\nBcc: all@example.test'],
    ['Unknown device', ''],
    ['Unknown device', null],
  ])('is %s', (words, userAgent) => {
    expect(describeDevice(userAgent)).toBe(words)
  })

  it('takes no longer for a header that repeats the beginning of a browser', () => {
    const hostile = 'Version/'.repeat(1850)
    const from = process.cpuUsage()
    for (let i = 0; i < 50; i++) expect(describeDevice(hostile)).toBe('Unknown device')
    // Reading the whole header took four seconds.
    const { user, system } = process.cpuUsage(from)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})
