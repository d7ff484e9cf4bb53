/** Each regular expression of ours takes time in proportion to the text, whatever the text is. */
import { check } from 'recheck'
import { Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { readSources } from './structure/source.ts'

/**
 * Expressions that recheck cannot analyze, each with what could make it slow: texts that are repeated. An expression that is slow must
 * become another one, or a loop.
 */
const TIMED: Record<string, string[]> = {
  '/^(?=.*[A-Z])(?=.*[!@#$&*])/s': ['a', 'A', '!'],
  '/^(?![a-z][a-z\\d+.-]*:(?!\\d))[^\\s/?#]+\\.[^\\s/?#.]+/i': ['a', '.', 'a.', ':'],
  '/\\B(?=(\\d{3})+$)/g': [],
  '/_+|(?=[A-Z])/g': ['_', 'A', 'a'],
  '/(^|[ ,])br(?! *; *q=0(\\.0*)?($|[ ,]))/i': [' ', ' br', ' br ', ' br;q=0.', '0'],
  '/(^|[ ,])gzip(?! *; *q=0(\\.0*)?($|[ ,]))/i': [' ', ' gzip', ' gzip ', ' gzip;q=0.', '0'],
  '/(?<=^|[\\r\\n\\u2028\\u2029,;\\t"])([^\\S\\r\\n\\t\\u2028\\u2029]*)(?=\'*[=+\\-@\\t\\r＝＋－＠])/g': [
    ' ',
    "'",
    ', ',
    ",'",
    '"',
  ],
  "/(?<=^|[\\r\\n\\u2028\\u2029,;\\t\"])([^\\S\\r\\n\\t\\u2028\\u2029]*)'(?='*[=+\\-@\\t\\r＝＋－＠])/g": [
    ' ',
    "'",
    ', ',
    ",'",
    " '",
  ],
  '/^(?:[ \\t]*(?:>|[*+-](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){9,}/gm': [' ', '>', '* ', '1', '1. ', '\n', '\n>'],
  '/^(?:[ \\t]*(?:>|[*+-]|\\d{1,9}[.)])){8}/': [' ', '>', '* ', '1', '1.'],
  '/([>*+_~[\\]()!`<|-][ \\t]*)\\1{15,}/g': [' ', '>', '> ', '>  <', '>< '],
}

/** The length of a repeated text, and the time that an expression may take for it: many times what the slowest takes. */
const LENGTH = 50_000
const MAX_MS = 200

/** Expressions that are built of constants. */
const BUILT = ['server/app.ts', 'server/domains/access-tokens/access-tokens.ts']

interface Pattern {
  path: string
  source: string
  flags: string
}

const sources = readSources('{contract,server,web}/**/*.{ts,tsx}').filter(({ path }) => !/\.test\.tsx?$/.test(path))

function listPatterns(): { patterns: Pattern[]; built: string[] } {
  const patterns: Pattern[] = []
  const built: string[] = []
  for (const { path, program } of sources) {
    const addBuilt = ({ callee }: { callee: object }) => {
      if ('name' in callee && callee.name === 'RegExp') built.push(path)
    }
    new Visitor({
      Literal(node) {
        if ('regex' in node) patterns.push({ path, source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression: addBuilt,
      CallExpression: addBuilt,
    }).visit(program)
  }
  return { patterns, built }
}

const { patterns, built } = listPatterns()
const write = ({ source, flags }: Pattern) => `/${source}/${flags}`

/** Returns the shortest CPU time of three, as others use the machine too; in milliseconds. */
function time(expression: RegExp, text: string): number {
  const times = [1, 2, 3].map(() => {
    const begun = process.threadCpuUsage()
    text.replace(expression, '')
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

describe('the regular expressions', () => {
  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(150)
  })

  it('take linear time', { timeout: 120_000 }, async () => {
    const rejected: string[] = []
    for (const pattern of patterns) {
      if (write(pattern) in TIMED) continue
      const result = await check(pattern.source, pattern.flags, { checker: 'automaton', timeout: 30_000 })
      const reason = 'complexity' in result ? result.complexity?.summary : result.status
      if (result.status !== 'safe') rejected.push(`${pattern.path}: ${write(pattern)} ${reason}`)
    }
    expect(rejected).toEqual([])
  })

  it('that cannot be analyzed take little time for long texts', () => {
    const slow = Object.entries(TIMED).flatMap(([text, parts]) => {
      const end = text.lastIndexOf('/')
      const expression = new RegExp(text.slice(1, end), text.slice(end + 1))
      return parts
        .map((part) => part.repeat(LENGTH / part.length))
        .filter((long) => time(expression, long) > MAX_MS || time(expression, `${long}\0`) > MAX_MS)
        .map((long) => `${text} for ${JSON.stringify(long.slice(0, 10))}`)
    })
    expect(slow).toEqual([])
  })

  it('that cannot be analyzed are still there', () => {
    const texts = patterns.map(write)
    expect(Object.keys(TIMED).filter((text) => !texts.includes(text))).toEqual([])
  })

  it('are literals, so that they can be analyzed', () => {
    expect(built.sort()).toEqual(BUILT)
  })
})
