import { describe, expect, it } from 'vitest'
import { listImages, renderMarkdown, renderSections, toPlainText } from './markdown.ts'

describe('Markdown', () => {
  it.each([
    ['Two\nlines\n\nand a paragraph', '<p>Two\nlines</p><p>and a paragraph</p>'],
    ['**Fog** and _rain_ and ~~sun~~', '<p><strong>Fog</strong> and <em>rain</em> and <s>sun</s></p>'],
    ['- boots\n- a hat', '<ul><li>boots</li><li>a hat</li></ul>'],
    ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
    ['- a\n  - b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['`f/8` & more', '<p><code>f/8</code> &amp; more</p>'],
    ['1 < 2 &lt; 3 \\*x\\*', '<p>1 &lt; 2 &amp;lt; 3 *x*</p>'],
    ['a  \nb', '<p>a<br>b</p>'],
  ])('%j becomes %j', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(html)
  })

  it('has headings below the page’s own', () => {
    expect(renderMarkdown('# Day one\n\n## Morning\n\n###### Last')).toBe(
      '<h3>Day one</h3><h4>Morning</h4><h6>Last</h6>',
    )
  })

  it('links to web and e-mail addresses only, without passing on reputation', () => {
    const rel = 'rel="nofollow noopener"'
    expect(renderMarkdown('[Tides](https://tides.example/a?b=1&c=2)')).toBe(
      `<p><a href="https://tides.example/a?b=1&amp;c=2" ${rel}>Tides</a></p>`,
    )
    expect(renderMarkdown('[Us](mailto:us@school.example)')).toContain('href="mailto:us@school.example"')
    expect(renderMarkdown('https://tides.example')).toContain(`<a href="https://tides.example/" ${rel}>`)
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](&#x6A;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/dashboard)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](https://tracker.example/pixel.gif)',
  ])('has no link or image for %j', (markdown) => {
    expect(renderMarkdown(markdown)).not.toMatch(/<a|<img|href|src=/)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg/onload=alert(1)>',
    '<style>body{display:none}</style>',
    '<a href="https://x.example" onclick="alert(1)">x</a>',
    'text <b onmouseover=alert(1)>bold</b>',
    '<!-- --><math><mi//xlink:href="data:x,<script>alert(4)</script>">',
    '[x](https://a.example/"onmouseover="alert(1))',
    '[x](https://a.example "title" onclick=alert(1))',
    '[<img src=x onerror=alert(1)>](https://a.example)',
    '`<script>alert(1)</script>`',
    '```html" onload="x\n<script>alert(1)</script>\n```',
    '| a | b |\n|---|---|\n| <script>alert(1)</script> | x |',
    '- [ ] <script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '</div></section><script>alert(1)</script>',
  ])('has only its own tags and attributes for %j', (markdown) => {
    const html = renderMarkdown(markdown)
    const rest = html.replace(
      /<\/?(?:p|h[3-6]|ul|ol|li|strong|em|s|code|pre|blockquote|a)>|<(?:br|hr)>|<a href="https?:[^"<>]*" rel="nofollow noopener">/g,
      '',
    )
    expect(rest).not.toMatch(/[<>]/)
    expect(rest).not.toMatch(/["']/)
  })

  it.each([
    '>',
    '[',
    '*',
    '_',
    '- ',
    '1. ',
    '![',
    '`',
    '~',
    '<',
    '[a](',
    '**a *',
    '|',
    '(',
    '> - ',
    '- > 1. ',
    '>>- ',
    '_a+',
    '>_a',
    ')_a\\',
    '    ',
  ])('takes 5,000 characters of %j within half a second of processor time', (part) => {
    const text = part.repeat(Math.floor(5000 / part.length))
    const begun = process.threadCpuUsage()
    renderMarkdown(text)
    renderMarkdown(`${text} x`)
    toPlainText(text)
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(500)
  })

  it('keeps the marks of a long list', () => {
    const items = Array.from({ length: 60 }, (_, index) => `- **${index}** and [a map](https://x.example/${index})`)
    expect(renderMarkdown(items.join('\n')).match(/<strong>\d+<\/strong> and <a /g)).toHaveLength(60)
  })

  it('of a page has sections at its first two levels, the first without a name where the text begins', () => {
    expect(renderSections('Intro\n\n# One *by* one\n\nText\n\n### Below\n\n## Two')).toEqual([
      { name: '', html: '<p>Intro</p>' },
      { name: 'One by one', html: '<p>Text</p><h3>Below</h3>' },
      { name: 'Two', html: '' },
    ])
    expect(renderSections('# A')).toEqual([{ name: 'A', html: '' }])
  })

  it('of a page links to paths and phone numbers, and shows images of our own', () => {
    const image = '/pictures/fog/1600x1067-UklGRg.webp'
    const [section] = renderSections(`[a](/a?b=1&c=2#d) [t](tel:+47) ![A "dog"](${image})`)
    expect(section?.html).toContain('<a href="/a?b=1&amp;c=2#d">a</a> <a href="tel:+47" rel="nofollow noopener">t</a>')
    expect(section?.html).toContain(`<img src="${image}" srcset="/pictures/fog/320.webp 320w, `)
    expect(section?.html).toContain('alt="A &quot;dog&quot;" width="1600" height="1067"')
    expect(section?.html).not.toContain('media=')
  })

  it('of a page offers images in Display P3 to screens that show it', () => {
    const [section] = renderSections('![Fog](/pictures/fog/640x427-UklGRg--p3.webp)')
    expect(section?.html).toMatch(
      /<picture><source type="image\/avif" srcset="\/pictures\/fog\/320-p3\.avif 320w, \/pictures\/fog\/640-p3\.avif 640w"/,
    )
    expect(section?.html).toContain(
      '<source type="image/webp" srcset="/pictures/fog/640-p3.webp" media="(color-gamut: p3) and (min-width: 64rem)">',
    )
    expect(section?.html).toContain('srcset="/pictures/fog/320.webp 320w, /pictures/fog/640.webp 640w"')
  })

  it.each([
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](</\t/evil.example>)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '![x](https://tracker.example/1x1-x.webp)',
    '![x](//tracker.example/pictures/a/1x1-x.webp)',
    '![x](/pictures/../api/users/1x1-x.webp)',
    '![x](/pictures/a"onerror="alert(1)/1x1-x.webp)',
    '<img src="/pictures/fog/1600x1067-UklGRg.webp" onerror="alert(1)">',
  ])('of a page has no link or image for %j', (markdown) => {
    expect(
      renderSections(markdown)
        .map(({ html }) => html)
        .join(''),
    ).not.toMatch(/<a |<img|<source/)
  })

  it('names its images, wherever they are', () => {
    expect(
      listImages('![a](/1) **![b](//2)**\n\n- > ![c][d]\n\n[d]: https://3.example\n\n`![e](/4)` ![f](/1)'),
    ).toEqual([...['/1', '//2', 'https://3.example']])
    expect(listImages('|a|\n|-|\n|![x](/5)|')).toEqual(['/5'])
  })

  it('as words is one line without marks', () => {
    expect(toPlainText('# Fog\n\nBring **boots** and [a map](https://x.example).\n\n- one\n- two')).toBe(
      'Fog Bring boots and a map. one two',
    )
    expect(toPlainText('1 < 2 & <b>x</b>')).toBe('1 < 2 & x')
  })
})
