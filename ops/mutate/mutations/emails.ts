/** Mutations of the words of e-mails. */
import type { Mutation } from '../mutation.ts'

const emailsTest = 'server/domains/emails/emails.test.ts'
const templatesTest = 'server/platform/mail/templates.test.ts'
const allEmailsTest = 'server/domains/emails/all-emails.test.ts'

export const EMAILS: Mutation[] = [
  {
    file: 'server/domains/emails/emails.ts',
    find: 'requireValid(definition, after)',
    replace: '',
    rule: 'Words of an e-mail with an unknown variable are refused.',
    tests: [emailsTest],
  },
  {
    file: 'server/domains/emails/emails.ts',
    find: 'stored, after: isDefault ? null : after',
    replace: 'stored, after',
    rule: 'Words that are the default ones again are not stored.',
    tests: [emailsTest],
  },
  {
    file: 'server/domains/emails/school-words.ts',
    find: 'and(inArray(emailTemplates.key, keys), isNotNull(emailTemplates.subject))',
    replace: 'inArray(emailTemplates.key, keys)',
    rule: 'An e-mail that was reset has the default words.',
    tests: [emailsTest],
  },
  {
    file: 'server/platform/mail/school-words.ts',
    find: 'words !== undefined && findTemplateProblem(definition, words) === null',
    replace: 'words !== undefined',
    rule: 'Words of an e-mail that are no longer valid give way to the default.',
    tests: [templatesTest],
  },
  {
    file: 'server/platform/mail/fill-template.ts',
    find: "const isWords = token.type === 'text'",
    replace: "const isWords = token.type === 'none'",
    rule: 'A URL on its own becomes a link of the e-mail.',
    tests: [templatesTest],
  },
  {
    file: 'server/platform/mail/fill-template.ts',
    find: "value.replaceAll(/[\\p{Cc}\\p{Zl}\\p{Zp}]+/gu, ' ')",
    replace: 'value',
    rule: 'A value of an e-mail has no line breaks.',
    tests: [templatesTest],
  },
  {
    file: 'server/platform/mail/check-template.ts',
    find: 'Object.hasOwn(variables, name)',
    replace: 'name in variables',
    rule: 'Variables of an e-mail are not those of the prototype.',
    tests: [templatesTest],
  },
  {
    file: 'server/platform/mail/check-template.ts',
    find: "names.find((name) => variables[name]?.kind !== 'text')",
    replace: "names.find((name) => variables[name]?.kind === 'block')",
    rule: 'The subject of an e-mail has no secret link.',
    tests: [templatesTest],
  },
  {
    file: 'server/platform/mail/check-template.ts',
    find: '?? findMissing(template)',
    replace: '',
    rule: 'The link of an e-mail may not be left out.',
    tests: [templatesTest],
  },
  {
    file: 'server/domains/invitations/invitations.emails.ts',
    find: "requiredLink('accepts the invitation, once', '/invitation?token=example'),",
    replace: "{ kind: 'link' as const, meaning: 'accepts', example: '/invitation?token=example' },",
    rule: 'Every e-mail requires its secret link.',
    tests: [allEmailsTest],
  },
  {
    file: 'server/emails.ts',
    find: 'emails: [TEST_EMAIL, WEBHOOK_DISABLED]',
    replace: 'emails: [TEST_EMAIL]',
    rule: 'The list has every e-mail.',
    tests: [allEmailsTest],
  },
]
