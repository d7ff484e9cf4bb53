import { expect, it } from 'vitest'
import { MENUS } from './dashboard/menus.built.ts'
import { findHome } from './find-home.ts'

it.each(['student', 'instructor', 'admin'] as const)(
  'the Dashboard link leads to the first page in the menu: %s',
  (role) => {
    expect(findHome(role)).toBe(MENUS[role][0]?.to)
  },
)
