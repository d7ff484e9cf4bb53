import { describe, expect, it } from 'vitest'
import { NewClass } from './classes.ts'
import { PersonName, ProfileChange, UserInfo } from './users.ts'

const MESSAGE = 'Name must not contain line breaks or other control characters'
const readMessages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message)

describe('the name of a person or a class', () => {
  it.each(['\n', '\r', '\t', '\u0007', '\u007f', '\u0085', '\u2028', '\u2029'])('contains no %j', (character) => {
    const name = `Eve${character}=1`
    const email = 'eve@example.test'
    expect(readMessages(PersonName.safeParse(name))).toEqual([MESSAGE])
    expect(readMessages(UserInfo.safeParse({ userInfo: { name, email } }))).toEqual([MESSAGE])
    expect(readMessages(ProfileChange.safeParse({ name, image: '' }))).toEqual([MESSAGE])
    const course = { className: name, classImage: '/pictures/a.webp', seats: 1, price: 10 }
    expect(readMessages(NewClass.safeParse(course))).toEqual([MESSAGE])
  })

  it('may have any letters, and loses the space around it', () => {
    expect(PersonName.parse(' Zoë d’Årc 王 \n')).toBe('Zoë d’Årc 王')
  })
})
