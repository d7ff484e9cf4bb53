import { describe, expect, it } from 'vitest'
import type { School } from '#contract/school.ts'
import { renderSections } from '#server/platform/markdown.ts'
import type { SchoolSettings } from '#server/ports/school-settings.ts'
import { readSettings } from '#server/settings/settings.ts'
import { fillIn } from './shown-pages.ts'

/** Returns the sections of a text of a school. */
function render(text: string, school: Partial<School> = {}, cancelDays = 14) {
  const current = { ...readSettings({}).school, ...school }
  return renderSections(fillIn(text, { school: { current } as SchoolSettings, cancelDays }))
}

describe('a merge field', () => {
  it('shows the setting as it is, without a meaning in Markdown or HTML', () => {
    const name = '# *Fog* [& <b>Rain</b>](https://evil.example) {email}'
    const [section] = render('{name}', { name })
    expect(section).toEqual({
      name: '',
      html: '<p># *Fog* [&amp; &lt;b&gt;Rain&lt;/b&gt;](https://evil.example) {email}</p>',
    })
    expect(render('{opening_hours}', { opening_hours: '- Mon 9\n1. Tue\n\n> Wed' })[0]?.html).toBe(
      '<p>- Mon 9\n1. Tue</p><p>&gt; Wed</p>',
    )
  })

  it('links to the e-mail address, the phone and the networks', () => {
    const school = { email: 'o(f)_fice@school.example', phone: '+47 (55) 00', social: 'https://social.example/a_(b)' }
    expect(render('{email}', school)[0]?.html).toContain(
      '<a href="mailto:o(f)_fice@school.example" rel="nofollow noopener">o(f)_fice@school.example</a>',
    )
    expect(render('{phone}', school)[0]?.html).toContain('<a href="tel:+475500"')
    expect(render('{networks}', school)[0]?.html).toBe(
      '<ul><li><a href="https://social.example/a_(b)" rel="nofollow noopener">Social network</a></li></ul>',
    )
  })

  it('counts the days to cancel', () => {
    expect(render('{cancel_days}', {}, 1)[0]?.html).toBe('<p>1 day</p>')
    expect(render('{cancel_days}', {}, 0)[0]?.html).toBe('<p>0 days</p>')
  })

  it('that is blank takes its line with it, and a heading that has no other', () => {
    const text = '# Phone\n\n{phone}\n\n# Hours\n\nCall first.\n{opening_hours}\n\n# Empty\n\n# Name\n\n{name} {phone}'
    expect(render(text, { name: 'Fog' })).toEqual([
      { name: 'Hours', html: '<p>Call first.</p>' },
      { name: 'Empty', html: '' },
      { name: 'Name', html: '<p>Fog </p>' },
    ])
  })

  it('is left as it is where it has another name', () => {
    expect(render('{constructor} {Name} { name } {}')[0]?.html).toBe('<p>{constructor} {Name} { name } {}</p>')
  })
})
