import { expect, it } from 'vitest'
import { toInitials } from './initials.ts'

it.each([
  ['Hanne Aasen', 'HA'],
  ['Ana Maria da Silva', 'AS'],
  ['Plato', 'P'],
  ['écoute', 'É'],
  ['𠮷野 家', '𠮷家'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => expect(toInitials(name)).toBe(initials))
