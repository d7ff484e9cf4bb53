import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PersonPrint } from './person-print.tsx'

it.each([
  ['Hanne Aasen', 'H'],
  [' écoute', 'É'],
  ['𠮷野 家', '𠮷'],
  ['', ''],
])('without a photo, “%s” has a blank print with the initial “%s”', (name, initial) => {
  const markup = renderToStaticMarkup(<PersonPrint src={null} name={name} />)
  expect(markup).toBe(`<span class="person-print person-blank " aria-hidden="true">${initial}</span>`)
})

it('a photo is a print of the same size', () => {
  const markup = renderToStaticMarkup(
    <PersonPrint src="https://example.test/a.jpg" name="Hanne" className="row-photo" />,
  )
  expect(markup).toContain('class="picture person-print row-photo"')
})
