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
      wideWebp: null,
      small: { avif: '/pictures/demo/night-harbour/320.avif', webp: '/pictures/demo/night-harbour/320.webp' },
    })
  })

  it('leads to variants by the part that a frame shows of them: a panorama needs larger ones', () => {
    const panorama = buildImageUrl('pan', 1600, 200, 'UklG')
    expect(parseImageUrl(panorama, 2)).toMatchObject({
      webp: '/pictures/pan/320.webp 80w, /pictures/pan/640.webp 160w, /pictures/pan/960.webp 240w, /pictures/pan/1600.webp 400w',
      small: { webp: '/pictures/pan/640.webp' },
    })
    expect(parseImageUrl(panorama, 8)?.webp).toBe(parseImageUrl(panorama)?.webp)
    expect(parseImageUrl(buildImageUrl('tall', 400, 1600, 'UklG'), 1.5)?.webp).toContain('/pictures/tall/400.webp 400w')
  })

  it('leads to variants in Display P3, where the image has them: all AVIF, and one WebP', () => {
    const wide = buildImageUrl('a', 640, 480, 'UklG-_A', true)
    expect(wide).toBe('/pictures/a/640x480-UklG-_A--p3.webp')
    expect(parseImageUrl(wide)).toMatchObject({
      placeholder: 'data:image/webp;base64,UklG+/A',
      avif: '/pictures/a/320-p3.avif 320w, /pictures/a/640-p3.avif 640w',
      webp: '/pictures/a/320.webp 320w, /pictures/a/640.webp 640w',
      wideWebp: '/pictures/a/640-p3.webp',
      small: { avif: '/pictures/a/320-p3.avif', webp: '/pictures/a/320.webp' },
    })
    expect(parseImageUrl(buildImageUrl('b', 2560, 1440, 'UklG', true))?.wideWebp).toBe('/pictures/b/1600-p3.webp')
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
