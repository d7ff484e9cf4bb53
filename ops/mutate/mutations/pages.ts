/** Mutations of public pages, their cache and their texts. */
import type { Mutation } from '../mutation.ts'

const CLASSES = 'server/domains/classes/classes.ts'
const CLASS_PAGES = 'server/domains/classes/class-pages.ts'
const MARKDOWN = 'server/platform/markdown.ts'
const pagesTest = 'server/pages/class-pages.test.ts'
const markdownTest = 'server/platform/markdown.test.ts'

export const PAGES: Mutation[] = [
  {
    file: CLASSES,
    find: '  changesSeats(tx, id)\n',
    replace: '  if (free > 1) changesSeats(tx, id)\n',
    rule: 'A sale drops the page of its class from the cache.',
    tests: [pagesTest],
  },
  {
    file: 'server/pages/page-url.ts',
    find: "return classId ? { classId } : 'all'",
    replace: "return classId === url ? { classId } : 'all'",
    rule: 'A sale drops no page of another class from the cache.',
    tests: [pagesTest],
  },
  {
    file: CLASS_PAGES,
    find: "and(eq(classes.id, parseId(id)), eq(classes.status, 'approve'))",
    replace: 'and(eq(classes.id, parseId(id)))',
    rule: 'A class that was never approved has no page.',
    tests: [pagesTest],
  },
  {
    file: CLASS_PAGES,
    find: 'archivedAt === null && withdrawnAt === null && deletedAt === null',
    replace: 'archivedAt === null && deletedAt === null',
    rule: 'A withdrawn class cannot be selected on its page.',
    tests: [pagesTest],
  },
  {
    file: MARKDOWN,
    find: '!schemes.includes(url.protocol)',
    replace: "['file:'].includes(url.protocol)",
    rule: 'Markdown links to web and e-mail addresses only.',
    tests: [markdownTest],
  },
  {
    file: MARKDOWN,
    find: "return token.tokens ? inner() : escapeHtml(token.type === 'escape' ? token.text : token.raw)",
    replace: "return token.tokens ? inner() : token.type === 'escape' ? token.text : token.raw",
    rule: 'Raw HTML in Markdown is text.',
    tests: [markdownTest],
  },
  {
    file: 'web/school/json-ld.ts',
    find: ".replaceAll('<', '\\\\u003c')",
    replace: '',
    rule: 'No text closes the script element of structured data.',
    tests: ['web/school/json-ld.test.ts'],
  },
]
