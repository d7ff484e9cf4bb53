import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewPage, PageChange } from '#contract/pages.ts'
import { images } from '#server/domains/images/images.table.ts'
import * as Images from '#server/domains/images/images.ts'
import imageUrls from '../../../demo/pictures/addresses.json' with { type: 'json' }
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, send } from '../../../testing/images.ts'
import { PUBLIC_URL, parseResponse, type Visitor } from '../../../testing/visitor.ts'
import { createXmp, inDefaultLanguage } from '../../../testing/xmp.ts'

const application = openForThisFile({ SCHOOL_NAME: 'Light & Lens', SCHOOL_ADDRESS: 'Quay 1' })
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const show = async (path: string) => (await application.visitor.request('GET', path)).body
const add = async (slug: string, more: Partial<NewPage> = {}) =>
  admin.call(api.addPage, { body: { slug, title: slug, text: 'Text', published: true, ...more } as NewPage })
const change = async (slug: string, body: PageChange) => {
  const id = (await admin.call(api.listPages)).find((page) => page.slug === slug)?._id ?? ''
  return admin.call(api.changePage, { params: { id }, body })
}
const preview = async (text: string) => (await admin.call(api.previewPage, { body: { text } })).sections

describe('a published page', () => {
  it('shows its text to search engines and visitors, with its way, title, description and address', async () => {
    await add('studio', { title: 'The <Studio>', text: '# Where\n\nBy the **sea**.\n\n## When\n\nAt dawn.' })
    const { body, headers, statusCode } = await application.visitor.request('GET', '/pages/studio')
    expect([statusCode, headers['x-robots-tag']]).toEqual([200, undefined])
    expect(body).toContain('<title>Light &amp; Lens | The &lt;Studio&gt;</title>')
    expect(body).toContain('<meta name="description" content="Where By the sea. When At dawn."/>')
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/pages/studio"/>`)
    expect(body).toContain(`<meta property="og:url" content="${PUBLIC_URL}/pages/studio"/>`)
    expect(body).toMatch(/<h2[^>]*>Where<\/h2><div[^>]*><p>By the <strong>sea<\/strong>\.<\/p><\/div>/)
    expect(body).toContain('aria-label="Breadcrumb"')
    expect(body).toContain('"@type":"BreadcrumbList"')
    await change('studio', { summary: 'Eight enlargers and one red lamp.' })
    expect(await show('/pages/studio')).toContain('content="Eight enlargers and one red lamp."')
  })

  it('is shown as edited with the next request, in menu and footer too, in their order', async () => {
    await add('faq', { title: 'Questions', in_menu: true, in_footer: true })
    await add('about', { title: 'About us', in_menu: true, position: 2 })
    await add('hidden', { title: 'Hidden draft', in_menu: true, in_footer: true, published: false })
    for (const path of ['/', '/classes', '/contact']) {
      const body = await show(path)
      const [menu = '', footer = ''] = body.split(/<footer|<\/footer>/)
      expect(menu).toMatch(/href="\/pages\/about"[^>]*>About us<[\s\S]*href="\/pages\/faq"[^>]*>Questions</)
      expect(footer).toMatch(/href="\/terms"[^>]*>Terms<[\s\S]*href="\/pages\/faq"[^>]*>Questions</)
      expect(footer).not.toContain('/pages/about')
      expect(body).not.toContain('Hidden draft')
    }
    await change('about', { title: 'Who we are', text: 'Two people.', in_menu: false })
    expect(await show('/pages/about')).toContain('Two people.')
    expect(await show('/')).not.toContain('/pages/about')
  })

  it('is in the sitemap with the day of its last words, and a draft is not', async () => {
    await add('listed')
    await add('unlisted', { published: false })
    const { body } = await application.visitor.request('GET', '/sitemap.xml')
    const today = new Date().toISOString().slice(0, 10)
    expect(body).toContain(`<loc>${PUBLIC_URL}/pages/listed</loc><lastmod>${today}`)
    for (const path of ['/terms', '/privacy', '/refunds', '/contact'])
      expect(body).toContain(`<loc>${PUBLIC_URL}${path}</loc>`)
    expect(body).not.toContain('unlisted')
  })

  it('has one address, to which others of it redirect', async () => {
    const { statusCode, headers } = await application.visitor.request('GET', '/pages/terms')
    expect([statusCode, headers.location]).toEqual([301, '/terms'])
    for (const path of ['/pages/nothing', '/pages/', '/pages/%2e%2e', '/pages/写真', '/pages/terms/x'])
      expect((await application.visitor.request('GET', encodeURI(path))).statusCode).toBe(404)
  })
})

describe('the texts that come with the application', () => {
  it('show the words and settings of today', async () => {
    expect(await show('/terms')).toContain(
      'Light &amp; Lens, Quay 1. These terms apply between the school and everyone who registers here.',
    )
    expect(await show('/terms')).toContain('<a href="/refunds">Refunds</a>')
    expect(await show('/privacy')).toContain('<strong>Your account:</strong> your name, e-mail address')
    expect(await show('/refunds')).toContain(
      'You can cancel a class within 14 days of paying and before its first session starts, for any reason.',
    )
    expect(await show('/contact')).toContain('<p>Light &amp; Lens\nQuay 1</p>')
    expect(await show('/contact')).not.toContain('Elsewhere')
    await admin.call(api.changeSchool, { body: { name: 'Fog *Works*', social: 'https://social.example/(fog)' } })
    expect(await show('/terms')).toContain('Fog *Works*, Quay 1. These terms')
    expect(await show('/contact')).toContain('href="https://social.example/(fog)"')
  })

  it('give way to the school’s own text', async () => {
    await change('contact', { title: 'Find us', text: 'Ring the bell, {name} opens. {unknown}' })
    const body = await show('/contact')
    expect(body).toContain('Ring the bell, Fog *Works* opens. {unknown}')
    expect(body).not.toContain('Where we are')
    expect(body).toContain('<title>Fog *Works* | Find us</title>')
  })
})

describe('the text of a page', () => {
  it('never has more than its own tags', async () => {
    const sections = await preview(
      [
        '# <script>alert(1)</script>',
        '<script>alert(1)</script> <iframe src="https://evil.example"></iframe>',
        '[x](javascript:alert(1)) [y](//evil.example) [z](/\\evil.example) [t](/\t/evil.example) [s](data:text/html,x)',
        '[own](/classes?q=fog&free=1) [call](tel:+47550000)',
        '| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | ![x](/pictures/x.webp) |',
      ].join('\n\n'),
    )
    expect(sections).toHaveLength(1)
    expect(sections[0]?.name).toBe('alert(1)')
    const html = sections[0]?.html ?? ''
    expect(html).not.toMatch(/<(script|iframe|img|table)|javascript:|data:|evil\.example"/)
    expect(html).toContain('<a href="/classes?q=fog&amp;free=1">own</a>')
    expect(html).toContain('<a href="tel:+47550000" rel="nofollow noopener">call</a>')
    const page = await show('/pages/nothing')
    expect(page).not.toContain('alert(1)')
  })

  it('says below a picture who made it, as its file does', async () => {
    const image = drawTwoColors(330, 200).withXmp(
      createXmp({
        'dc:creator': '<rdf:Seq><rdf:li>Ada Müller</rdf:li></rdf:Seq>',
        'dc:rights': inDefaultLanguage('© Müller &lt;!-- &amp;'),
      }),
    )
    const response = await send(admin, await readBytes(image.jpeg()), { path: '/api/school/images' })
    const { display_url: url } = parseResponse<{ data: { display_url: string } }>(response).data
    const [section] = await preview(`A pier. ![Fog](${url})`)
    expect(section?.html).toMatch(
      /<\/picture><small class="exposure block">Photo: Ada Müller · © Müller &lt;!-- &amp;<\/small><\/p>$/,
    )
  })

  it('may have an uploaded picture, which stays as long as a version shows it', async () => {
    const response = await send(admin, await readBytes(drawTwoColors(800, 600).jpeg()), { path: '/api/school/images' })
    const url = parseResponse<{ data: { display_url: string } }>(response).data.display_url
    const absolute = JSON.parse(response.body).data.display_url
    expect(absolute).toBe(PUBLIC_URL + url)
    const { insertedId: id } = await add('pictured', { text: `![The "sea"](${absolute})` })
    expect((await admin.call(api.getPage, { params: { id } })).text).toBe(`![The "sea"](${url})`)
    const body = await show('/pages/pictured')
    expect(body).toContain(`<img src="${url}" srcset="`)
    expect(body).toContain('alt="The &quot;sea&quot;" width="800" height="600" loading="lazy"')
    await change('pictured', { text: 'Without it.' })
    const removeUnused = async () => {
      const { db } = application.services
      await db.update(images).set({ usedAt: 0 })
      await Images.removeUnused(application)
      return (await db.select({ url: images.url }).from(images)).map((image) => image.url)
    }
    expect(await removeUnused()).toContain(url)
    await admin.call(api.deletePage, { params: { id } })
    expect(await removeUnused()).not.toContain(url)
  })

  it('may have a picture of the demo', async () => {
    await add('demo-picture', { text: `Look: ![Harbour](${imageUrls['night-harbour']})` })
    expect(await show('/pages/demo-picture')).toContain(`<img src="${imageUrls['night-harbour']}"`)
  })

  it('takes the longest huge table within a second of processor time', async () => {
    const row = '| a | b | c | d |\n'
    const table = `${row}|---|---|---|---|\n${row.repeat(2500)}`
    const begun = process.threadCpuUsage()
    await preview(table)
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(1000)
  })
})
