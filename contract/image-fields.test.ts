import { describe, expect, it } from 'vitest'
import { createImageReplacer, createImageReviver, toStoredImages } from './image-fields.ts'

const ORIGIN = 'https://school.example'
const PATH = '/pictures/tide/1600x1067-abc.webp'
const URL_OF_OURS = `${ORIGIN}${PATH}`
const FOREIGN = 'https://images.example/pictures/tide.webp'

describe('the URL of an own image', () => {
  it('is absolute in a response, in every field of an image and in no other', () => {
    const response = [{ classImage: PATH, instructorImage: null, className: PATH, user: { image: PATH, img: FOREIGN } }]
    expect(JSON.parse(JSON.stringify(response, createImageReplacer(ORIGIN)))).toEqual([
      { classImage: URL_OF_OURS, instructorImage: null, className: PATH, user: { image: URL_OF_OURS, img: FOREIGN } },
    ])
  })

  it('is a path again in our own pages', () => {
    const text = JSON.stringify([{ classImage: URL_OF_OURS, image_url: FOREIGN, className: URL_OF_OURS }])
    expect(JSON.parse(text, createImageReviver(ORIGIN))).toEqual([
      { classImage: PATH, image_url: FOREIGN, className: URL_OF_OURS },
    ])
  })

  it('is a path in a request that sends it back', () => {
    const body = { classImage: URL_OF_OURS, className: URL_OF_OURS, userInfo: { image: URL_OF_OURS, name: 'Ada' } }
    expect(toStoredImages(body, ORIGIN)).toEqual({
      classImage: PATH,
      className: URL_OF_OURS,
      userInfo: { image: PATH, name: 'Ada' },
    })
  })

  it.each([
    `http://school.example${PATH}`,
    `https://school.example.attacker.example${PATH}`,
    `https://user@school.example${PATH}`,
    `${ORIGIN}/api/users`,
    FOREIGN,
    7,
  ])('is not taken for one of ours: %s', (image) => {
    expect(toStoredImages({ image }, ORIGIN)).toEqual({ image })
  })

  it.each([[null], ['text'], [[{ image: URL_OF_OURS }]]])('is not looked for in %j', (body) => {
    expect(toStoredImages(body, ORIGIN)).toEqual(body)
  })
})
