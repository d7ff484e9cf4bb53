import { describe, expect, it } from 'vitest'
import { findTemplateProblem } from './check-template.ts'
import { createComposer } from './composer.ts'
import { type EmailPart, renderEmail } from './email-message.ts'
import { block, compose, defineEmail, type EmailWords, link, requiredLink, text } from './email-template.ts'

const SENDER = { name: 'Light & Lens', address: '1 Quay', email: 'us@school.example', phone: '', time_zone: null }
const ORIGIN = 'https://school.example'
const URL = 'https://school.example/reset?token=a_b_c*&x=1'

const EMAIL = defineEmail({
  key: 'example',
  name: 'Example',
  recipient: 'A student',
  occasion: 'In this test',
  subject: 'Hello {{name}}',
  text: 'Dear {{name}},\n\n{{lines}}\n\n[Open]({{reset_link}})',
  variables: {
    name: text('the name', 'Ada'),
    title: text('the title', 'Fog', 'subject'),
    lines: block('lines of ours', 'One\n\nTwo', 'text'),
    reset_link: requiredLink('opens', '/reset'),
    other_link: link('another', '/other'),
  },
})
const OPTIONAL = { ...EMAIL, variables: { ...EMAIL.variables, title: text('the title', 'Fog') } }
const LINES = '{{lines}}\n\n[Open]({{reset_link}})'

interface Filled {
  name?: string
  lines?: EmailPart[]
}

/** Renders an e-mail in the words of a school. */
function render(words: Partial<EmailWords>, { name = 'Ada', lines = ['One\nline', 'Two'] }: Filled = {}) {
  const changed = new Map([[OPTIONAL.key, { subject: OPTIONAL.subject, text: OPTIONAL.text, ...words }]])
  const values = { name, title: 'Fog', lines, reset_link: URL, other_link: `${ORIGIN}/other` }
  return renderEmail(createComposer(changed, SENDER, ORIGIN)(compose(OPTIONAL, 'a@b.example', values)), SENDER)
}

const find = (words: Partial<EmailWords>, definition = OPTIONAL) =>
  findTemplateProblem(definition, { subject: 'Hello', text: LINES, ...words })

describe('a template', () => {
  it('becomes the text and the HTML of the e-mail, with links on lines of their own', () => {
    const {
      subject,
      text: plain,
      html,
    } = render({
      subject: '{{ title }} for {{name}} of {{school_name}}',
      text: `# Hi *{{name}}*\n\n${LINES}\n\n- See {{other_link}}\n- or [**this**]({{other_link}})\n\n[Us](/contact)`,
    })
    expect(subject).toBe('Fog for Ada of Light & Lens')
    expect(plain).toBe(
      `Hi Ada\n\nOne\nline\n\nTwo\n\nOpen:\n${URL}\n\n- See ${ORIGIN}/other\n- or this (${ORIGIN}/other)\n\nUs (${ORIGIN}/contact)\n\n-- \nLight & Lens\n1 Quay\nus@school.example\n`,
    )
    expect(html).toContain('<h2>Hi <em>Ada</em></h2>\n<p>One<br>\nline</p>\n<p>Two</p>')
    expect(html).toContain('<p><a href="https://school.example/reset?token=a_b_c*&amp;x=1">Open</a></p>')
    expect(html).toContain(`<li>See <a href="${ORIGIN}/other" rel="nofollow noopener">${ORIGIN}/other</a></li>`)
    expect(html).toContain(`<a href="${ORIGIN}/contact">Us</a>`)
  })

  it('leaves out a block without lines', () => {
    expect(render({}, { lines: [] }).text).toMatch(/^Dear Ada,\n\nOpen:\n/)
  })

  it.each([
    '<b>bold</b><script>alert(1)</script>',
    '[x](javascript:alert(1)) ![x](/pictures/x/1x1-x.webp)',
    '# *Heading* _and_ `code` ~~x~~ https://evil.example <https://evil.example> a@evil.example',
    '{{reset_link}} {{lines}} {{name}}',
    '\\*&lt;&#x6A; "quoted" \' $& $1',
  ])('has no other tag, link or variable by the value %j', (name) => {
    const template = `Dear {{name}}, **{{name}}** \`{{name}}\`\n\n# {{name}}\n\n> {{name}}\n\n- {{name}}\n\n| {{name}} |\n|-|\n| {{name}} |\n\n    {{name}}\n\n[{{name}}]({{other_link}})\n\n${LINES}`
    const [plain, hostile] = [render({ text: template }), render({ text: template }, { name })]
    const listTags = (html: string) => html.match(/<[^>]*>/g)
    const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    expect(listTags(hostile.html)).toEqual(listTags(plain.html))
    expect(hostile.html.replaceAll(/&(amp|lt|gt|quot|#39);/g, toNumber).split(escaped)).toHaveLength(
      plain.html.split('Ada').length,
    )
    expect(hostile.text.split(name)).toHaveLength(plain.text.split('Ada').length)
    expect(hostile.subject).toBe(`Hello ${name}`)
  })

  it('has one line as its subject, and no line of its own by a value with line breaks', () => {
    const { subject, text: plain, html } = render({}, { name: 'Ada\r\nBcc: all@example.test\u2028\n\n# x' })
    expect(subject).toBe('Hello Ada Bcc: all@example.test # x')
    expect(plain).toMatch(/^Dear Ada Bcc: all@example\.test # x,\n\nOne/)
    expect(html).not.toMatch(/<h\d/)
  })

  it('that is no longer valid gives way to the default', () => {
    expect(render({ subject: 'Mine', text: `Hi {{former}}\n\n${LINES}` }).subject).toBe('Hello Ada')
    expect(render({ subject: 'Mine', text: `Hi\n\n${LINES}` }).subject).toBe('Mine')
  })
})

function toNumber(entity: string): string {
  const CODES: Record<string, number> = { '&amp;': 38, '&lt;': 60, '&gt;': 62, '&quot;': 34, '&#39;': 39 }
  return `&#${CODES[entity]};`
}

describe('the words of a template', () => {
  it('may have any Markdown, and their variables anywhere', () => {
    expect(
      find({
        text: `# {{name}} {{name}}\n\n> [{{name}}](https://a.example) [b](mailto:a@b.example) [c](/classes)\n\n${LINES}`,
      }),
    ).toBeNull()
    expect(find({ text: '{{lines}}\n\nOpen {{reset_link}}.' })).toBeNull()
    expect(find({ text: '{{lines}}\n\n- [**Open** it]({{ reset_link }} "now")' })).toBeNull()
  })

  it.each<[string, Partial<EmailWords>, string]>([
    [
      'an unknown variable, which it names',
      { text: `{{student}} ${LINES}` },
      'text: {{student}} is not a variable of this e-mail. It has {{name}}, {{title}}, {{lines}}, {{reset_link}}, {{other_link}}, {{school_name}}, {{school_email}}.',
    ],
    ['an unknown one in the subject', { subject: '{{Name}}' }, 'subject: {{Name}} is not a variable'],
    ['one of the prototype', { text: `{{constructor}}\n\n${LINES}` }, 'text: {{constructor}} is not a variable'],
    ['an empty one', { text: `{{}}\n\n${LINES}` }, 'text: {{}} is not a variable'],
    ['a brace too few', { text: `{{name}\n\n${LINES}` }, 'text: write a variable as {{name}}'],
    ['a brace too few in the subject', { subject: 'name}}' }, 'subject: write a variable as {{name}}'],
    ['a link in the subject', { subject: '{{reset_link}}' }, 'subject: {{reset_link}} can stand in the text only'],
    ['a block in the subject', { subject: '{{lines}}' }, 'subject: {{lines}} can stand in the text only'],
    [
      'a block inside a line',
      { text: `See {{lines}}\n\n[a]({{reset_link}})` },
      'text: {{lines}} must be on a line of its own',
    ],
    ['a block in a list', { text: `- {{lines}}\n\n${LINES}` }, 'text: {{lines}} must be on a line of its own'],
    ['a block as a link', { text: `[a]({{lines}})\n\n${LINES}` }, 'text: {{lines}} must be on a line of its own'],
    ['no block', { text: '[a]({{reset_link}})' }, 'text: must contain {{lines}}'],
    ['no link', { text: '{{lines}}' }, 'text: must contain {{reset_link}}, such as [Open]({{reset_link}})'],
    ['a link without words', { text: '{{lines}}\n\n[]({{reset_link}})' }, 'text: must contain {{reset_link}}'],
    ['a link as code', { text: '{{lines}}\n\n`{{reset_link}}`' }, 'text: must contain {{reset_link}}'],
    [
      'a link that is only a label',
      { text: '{{lines}}\n\n[{{reset_link}}](https://evil.example)' },
      'text: must contain {{reset_link}}',
    ],
    ['a link in a definition', { text: '{{lines}}\n\n[a]: {{reset_link}}' }, 'text: must contain {{reset_link}}'],
    [
      'a part of an address',
      { text: `[a](https://evil.example/?{{reset_link}})\n\n${LINES}` },
      'text: {{reset_link}} cannot be part of the address',
    ],
    [
      'a part of an address in words',
      { text: `https://evil.example/{{reset_link}}\n\n${LINES}` },
      'text: {{reset_link}} cannot be part',
    ],
    ['a name as an address', { text: `[a]({{name}})\n\n${LINES}` }, 'text: {{name}} cannot be part of the address'],
    [
      'a script',
      { text: `[a](javascript:alert(1))\n\n${LINES}` },
      'text: the link to javascript:alert(1) must begin with https://',
    ],
    ['a file', { text: `[a](file:///etc)\n\n${LINES}` }, 'text: the link to file:///etc must begin'],
    ['a network path', { text: `[a](//evil.example)\n\n${LINES}` }, 'text: the link to //evil.example must begin'],
    ['an image', { text: `![a](/pictures/x/1x1-x.webp)\n\n${LINES}` }, 'text: must not contain images'],
    ['a private character', { text: `\ue000\n\n${LINES}` }, 'text: has characters that no font shows'],
    ['a private character in the subject', { subject: '\ue003' }, 'subject: has characters that no font shows'],
  ])('are refused with %s', (_what, words, problem) => {
    expect(find(words)?.slice(0, problem.length)).toBe(problem)
  })

  it('are refused without what the subject must contain', () => {
    expect(find({ subject: 'Hello' }, EMAIL)).toBe('subject: must contain {{title}}')
    expect(find({ subject: '{{title}}!' }, EMAIL)).toBeNull()
  })

  it.each([
    '{{name}}',
    '{{name}} ',
    '[a]({{reset_link}})',
    '[]({{reset_link}})',
    '[',
    '> - ',
    '{{lines}}\n\n',
    '`{{name}}',
    '*{{name}}',
    '{ {',
  ])('take no more than half a second of processor time: 10,000 characters of %j', (part) => {
    const words = { text: `${part.repeat(Math.floor(9_900 / part.length))}\n\n${LINES}` }
    const begun = process.threadCpuUsage()
    find(words)
    render(words)
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})
