import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Initials } from './initials.tsx'

it.each([
  ['Hanne Aasen', 'HA'],
  ['Ana Maria da Silva', 'AS'],
  ['Plato', 'P'],
  ['écoute', 'É'],
  ['𠮷野 家', '𠮷家'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) =>
  expect(renderToStaticMarkup(<Initials name={name} />)).toContain(`>${initials}<`),
)
