import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PersonPhoto } from './person-photo.tsx'

it.each([
  ['Hanne Aasen', 'HA'],
  ['Ana Maria da Silva', 'AS'],
  ['Plato', 'P'],
  ['écoute', 'É'],
  ['𠮷野 家', '𠮷家'],
  ['', ''],
])('without a photo, “%s” has the initials “%s”', (name, initials) => {
  const markup = renderToStaticMarkup(<PersonPhoto src={null} name={name} className="size-8" />)
  expect(markup).toContain(`>${initials}<`)
})
