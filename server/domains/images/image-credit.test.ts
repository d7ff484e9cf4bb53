import { describe, expect, it } from 'vitest'
import type { ImageCredit } from '#contract/image-credit.ts'
import { readCredit, toShownCredit } from './image-credit.ts'
import type { Tags } from './image-tags.ts'

const NONE: ImageCredit = {
  creators: [],
  ...{ credit: '', copyright: '', usage_terms: '', license: '', acquire_license: '', source_type: null },
}

const read = (tags: Partial<Tags>) => readCredit({ exif: {}, iptc: {}, xmp: {}, ...tags })

describe('the credit of an image', () => {
  it('is that of XMP, then of IPTC, then of EXIF', () => {
    const exif = { Artist: 'Exif', Copyright: '© Exif' }
    const iptc = { 'By-line': ['Ada', 'Bo'], 'Copyright Notice': '© Iptc', Credit: 'Agency' }
    const xmp = { creator: ['Jürgen Müller'], rights: ['© 2026 Müller', '© 2026 Müller (fr)'] }
    expect(read({ exif })).toEqual({ ...NONE, creators: ['Exif'], copyright: '© Exif' })
    expect(read({ exif, iptc })).toEqual({
      ...NONE,
      ...{ creators: ['Ada', 'Bo'], copyright: '© Iptc', credit: 'Agency' },
    })
    expect(read({ exif, iptc, xmp })).toEqual({
      ...NONE,
      ...{ creators: ['Jürgen Müller'], copyright: '© 2026 Müller', credit: 'Agency' },
    })
    expect(read({ exif: { Make: 'Canon' }, xmp: { City: 'Bergen' } })).toBeNull()
  })

  it('has the license, and where to buy one, as addresses of the web only', () => {
    const licensor = (url: string) => [{ LicensorURL: { value: url } }]
    const license = 'https://creativecommons.org/licenses/by/4.0/'
    expect(read({ xmp: { WebStatement: license, Licensor: licensor('https://ada.example/buy') } })).toEqual({
      ...NONE,
      ...{ license, acquire_license: 'https://ada.example/buy' },
    })
    expect(read({ xmp: { Licensor: licensor('https://ada.example/')[0] } })?.acquire_license).toBe(
      'https://ada.example/',
    )
    const noUrl = { LicensorName: { value: 'Ada' } }
    expect(read({ xmp: { Licensor: [noUrl, ...licensor('https://ada.example/prints')] } })?.acquire_license).toBe(
      'https://ada.example/prints',
    )
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a:b@ada.example/',
      'https://',
      '//x.example',
      7,
    ])
      expect(read({ xmp: { WebStatement: url, Licensor: licensor(String(url)) } })).toBeNull()
  })

  it('says where a machine made it, in the terms of the IPTC only', () => {
    const prefix = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
    const readType = (DigitalSourceType: unknown) => read({ xmp: { DigitalSourceType } })?.source_type
    expect(readType(`${prefix}trainedAlgorithmicMedia`)).toBe('trainedAlgorithmicMedia')
    expect(readType(`${prefix}toString`)).toBeUndefined()
    expect(readType(`${prefix}trainedAlgorithmicMedia"><script>`)).toBeUndefined()
  })

  it('has limits', () => {
    const credit = read({ xmp: { creator: Array(1000).fill('x'.repeat(1000)), rights: 'y'.repeat(1e6) } })
    expect(credit?.creators).toEqual(Array(10).fill('x'.repeat(200)))
    expect(credit?.copyright).toHaveLength(500)
  })
})

describe('the line of an image', () => {
  const FORGED = 'Content Credentials · signed by Harbour Cameras · our copy was re-encoded'
  const readLine = (credit: Partial<ImageCredit>, signer = '') =>
    toShownCredit({ credit: { ...NONE, ...credit }, credentials: signer ? { signer, is_trusted: false } : null })?.line

  it('says nothing of Content Credentials that only a text of the file claims', () => {
    expect(readLine({ creators: ['Ada'], copyright: FORGED })).toBe('Photo: Ada')
    expect(readLine({ credit: `Ada · ${FORGED}`, copyright: '© Ada' })).toBe('© Ada')
    expect(readLine({ creators: ['Ada', FORGED.replace('Content ', 'CONTENT\u00a0\u200b')] })).toBe('')
    expect(readLine({ copyright: 'Ｃｏｎｔｅｎｔ Ｃｒｅｄｅｎｔｉａｌｓ · signed by Harbour' })).toBe('')
  })

  it('has a name that was not verified in quotation marks, which the name cannot end', () => {
    const line = readLine({}, 'Harbour❞, verified. ‟″„L’Or\u061c«»＂')
    expect(line).toContain('signed as “Harbour, verified. L’Or”, not verified against a trust list')
  })
})
