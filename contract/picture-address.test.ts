import { describe, expect, it } from 'vitest'
import { ownPicture, pictureAddress } from './picture-address.ts'

describe('the address of a picture', () => {
  const address = pictureAddress('demo/night-harbour', 1200, 800, 'UklG-_A')

  it('says how large the picture is and which variants lie beside it', () => {
    expect(address).toBe('/pictures/demo/night-harbour/1200x800-UklG-_A.webp')
    expect(ownPicture(address)).toEqual({
      width: 1200,
      height: 800,
      ground: 'data:image/webp;base64,UklG+/A',
      avif: [320, 640, 960, 1200].map((it) => `/pictures/demo/night-harbour/${it}.avif ${it}w`).join(', '),
      webp: [320, 640, 960, 1200].map((it) => `/pictures/demo/night-harbour/${it}.webp ${it}w`).join(', '),
      small: { avif: '/pictures/demo/night-harbour/320.avif', webp: '/pictures/demo/night-harbour/320.webp' },
    })
  })

  it('says nothing where the picture is somebody else’s', () => {
    for (const other of [
      'https://elsewhere.example/a/1200x800-abc.webp',
      '/pictures/a.webp',
      'javascript:alert(1)',
      '',
    ])
      expect(ownPicture(other)).toBeNull()
  })
})
