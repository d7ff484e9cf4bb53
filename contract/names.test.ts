import { describe, expect, it } from 'vitest'
import { NewClass } from './classes.ts'
import { PersonName, PersonPhone, ProfileChange, UserInfo } from './users.ts'
import { LinesText, LineText } from './values/fields.ts'

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

  it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'loses %j, which would turn the text around it',
    (character) => {
      const name = `${character}Eve ${character}gnp.exe${character}`
      expect(PersonName.parse(name)).toBe('Eve gnp.exe')
      expect(LineText.parse(name)).toBe('Eve gnp.exe')
      expect(PersonName.parse(`${character} \u200f`)).toBe('')
      expect(PersonPhone.parse(`${character}+41 44 123 45 67${character}`)).toBe('+41 44 123 45 67')
      // The direction of a text of several lines ends with its paragraph.
      expect(LinesText.parse(name)).toBe(name)
    },
  )

  it.each(['\u05d3\u05e0\u05d4\u200f 1', '\u200ename\u200e', '\u0645\u06cc\u200c\u062e\u0648', '\u0915\u094d\u200d'])(
    'keeps the marks and joiners of its script: %j',
    (name) => expect(PersonName.parse(name)).toBe(name),
  )

  it('may have any letters, and loses the space around it', () => {
    expect(PersonName.parse(' Zoë d’Årc 王 \n')).toBe('Zoë d’Årc 王')
  })
})
