import { describe, expect, it } from 'vitest'
import { buildImageUrl, parseImageUrl } from './image-url.ts'

describe('the URL of an image', () => {
  const url = buildImageUrl('demo/night-harbour', 1200, 800, 'UklG-_A')

  it('contains the size of the image and leads to its variants', () => {
    expect(url).toBe('/pictures/demo/night-harbour/1200x800-UklG-_A.webp')
    expect(parseImageUrl(url)).toEqual({
      width: 1200,
      height: 800,
      placeholder: 'data:image/webp;base64,UklG+/A',
      avif: [320, 640, 960, 1200].map((it) => `/pictures/demo/night-harbour/${it}.avif ${it}w`).join(', '),
      webp: [320, 640, 960, 1200].map((it) => `/pictures/demo/night-harbour/${it}.webp ${it}w`).join(', '),
      small: { avif: '/pictures/demo/night-harbour/320.avif', webp: '/pictures/demo/night-harbour/320.webp' },
    })
  })

  it('contains nothing if the image is not our own', () => {
    for (const other of [
      'https://elsewhere.example/a/1200x800-abc.webp',
      '/pictures/a.webp',
      'javascript:alert(1)',
      '',
    ])
      expect(parseImageUrl(other)).toBeNull()
  })
})
