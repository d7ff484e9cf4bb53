import { expect, it } from 'vitest'
import { compareByFamilyName } from './family-name.ts'

const sort = (...names: string[]) =>
  names
    .map((name) => ({ name, email: `${name}@example.test` }))
    .sort(compareByFamilyName)
    .map(({ name }) => name)

it('people are in the order of their family names, then of their given names', () => {
  expect(sort('Ada Young', 'Zoe Adams', 'Bo Young', 'Cher')).toEqual(['Zoe Adams', 'Cher', 'Ada Young', 'Bo Young'])
})

it('letters with accents stand beside those without, and case makes no difference', () => {
  expect(sort('Zoe Zander', 'Åsa Åkesson', 'Élodie Étienne', 'Ben Eaton', 'al ångström', 'Ann Abel')).toEqual([
    ...['Ann Abel', 'Åsa Åkesson', 'al ångström', 'Ben Eaton', 'Élodie Étienne', 'Zoe Zander'],
  ])
})

it('equal names have an order all the same', () => {
  const people = ['b', 'a'].map((email) => ({ name: 'Ada Young', email }))
  expect(people.sort(compareByFamilyName).map(({ email }) => email)).toEqual(['a', 'b'])
})
