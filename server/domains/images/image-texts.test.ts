import { describe, expect, it } from 'vitest'
import { readImageTexts } from './image-texts.ts'

const read = ({ iptc = {}, xmp = {} }: { iptc?: object; xmp?: object }) =>
  readImageTexts({ exif: {}, iptc: { ...iptc }, xmp: { ...xmp } })

describe('what a file says about its image', () => {
  it('is its alternative text and its caption, of XMP before that of IPTC', () => {
    expect(
      read({
        xmp: { AltTextAccessibility: ['A pier in fog'], description: ['The pier', 'Die Mole'] },
        iptc: { 'Caption/Abstract': 'An older one' },
      }),
    ).toEqual({ alt: 'A pier in fog', caption: 'The pier' })
    expect(read({ iptc: { 'Caption/Abstract': 'The pier' } })).toEqual({ alt: '', caption: 'The pier' })
    expect(read({})).toEqual({ alt: '', caption: '' })
  })

  it('is one line of plain text, at most 500 characters long', () => {
    expect(read({ xmp: { description: '  The\r\n\u0000\tpier \u202egnp.exe\ud800 ' } }).caption).toBe(
      'The pier gnp.exe',
    )
    expect(read({ xmp: { description: 'A < B <ada@pier.example>' } }).caption).toBe('A < B <ada@pier.example>')
    for (const html of ['<script>alert(1)</script>', 'A <b>pier</b>', '<IMG\nsrc=x onerror=y>', 'a<br/>b'])
      expect(read({ xmp: { description: html } }).caption).toBe('')
    expect(read({ xmp: { description: 'x'.repeat(1e6) } }).caption).toHaveLength(500)
    expect(read({ xmp: { description: `${'x'.repeat(499)}🌊` } }).caption).toBe('x'.repeat(499))
    expect(read({ xmp: { description: `${' '.repeat(600)}late` } }).caption.length).toBeLessThanOrEqual(500)
  })

  it.each([[7], [{ text: 'no' }], [[['nested']]], [null], [[]]])('is nothing where it is %j', (description) => {
    expect(read({ xmp: { description } }).caption).toBe('')
  })
})
