import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { hashInline } from '#server/platform/html.ts'
import { openForThisFile } from '../../testing/application.ts'
import { inlineStyles } from './render.ts'

const application = openForThisFile()

const readPage = (url: string) => application.visitor.request('GET', url)
/** Returns the links that load a style sheet. */
const findLoading = (html: string) =>
  (html.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? []).filter((link) => !link.includes(' disabled=""'))
const findStyles = (html: string) =>
  [...html.matchAll(/<style data-path="[^"]+">(.*?)<\/style>/gs)].map(([, style = '']) => style)

describe('a public page', () => {
  it.each(['/', '/classes', '/login', '/nothing-here'])(
    '%s has its style sheets in it, which its policy allows by hash, and loads none',
    async (url) => {
      const { body, headers } = await readPage(url)
      const styles = findStyles(body)
      expect(styles.length).toBeGreaterThan(0)
      expect(styles[0]).toContain('--color-')
      expect(findLoading(body)).toEqual([])
      const policy = String(headers['content-security-policy'])
      const allowed = styles.map((style) => `'${hashInline(style)}'`)
      expect(policy).toContain(`style-src 'self' ${allowed.join(' ')};`)
    },
  )

  it('has the accent color of the school in it', async () => {
    const admin = await application.signedIn('admin')
    await admin.call(api.changeSchool, { body: { accent: '#c2410c' } })
    const { body } = await readPage('/login')
    const [, ...afterFirst] = findStyles(body)
    expect(afterFirst.join()).toContain('--color-primary:#c2410c')
    expect(findLoading(body)).toEqual([])
  })
})

describe('a page of the dashboard', () => {
  it('loads its style sheets as files, and has a policy without a hash of one', async () => {
    const { body, headers } = await readPage('/dashboard/profile')
    expect(findStyles(body)).toEqual([])
    expect(findLoading(body).length).toBeGreaterThan(0)
    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })
})

describe('the style sheets of a page', () => {
  it('keep their order and their attributes, and unknown ones stay files', () => {
    const html = '<link rel="stylesheet" href="/a.css" data-precedence="first"/><link rel="stylesheet" href="/b.css"/>'
    const { html: inlined, styles } = inlineStyles(html, (path) => (path === '/a.css' ? 'a{color:red}' : undefined))
    expect(styles).toEqual(['a{color:red}'])
    expect(inlined).toBe(
      '<style data-path="/a.css">a{color:red}</style><link rel="stylesheet" href="/a.css" data-precedence="first" disabled=""/>' +
        '<link rel="stylesheet" href="/b.css"/>',
    )
  })
})
