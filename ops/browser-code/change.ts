/** A change to a module of a package. Each part is found exactly once, or the build fails. */
export interface Change {
  /** Functions, and the statement with which they now begin. The rest is unreachable: the minifier removes it. */
  functions?: Record<string, string>
  /** Replaces what begins with `from` and ends before `to`. */
  cuts?: { from: string; to: string; by?: string }[]
}

/** By path in node_modules. */
export type Changes = Record<string, Change>

export const NOTHING = 'return;'

/** For what is never called. */
export const FAIL = 'throw Error("left out");'

/** @throws where a part is not found exactly once */
export function applyChange(code: string, { functions = {}, cuts = [] }: Change, file: string): string {
  const fail = (what: string): never => {
    throw new Error(`${file} has changed at ${what}. Compare it with ops/browser-code.`)
  }
  const shorter = Object.entries(functions).reduce((it, [name, statement]) => {
    const head = new RegExp(`^\\t*(?:async )?function ${name}\\([^]*?\\) \\{$`, 'gm')
    if (it.match(head)?.length !== 1) fail(name)
    return it.replace(head, (line) => `${line}${statement}`)
  }, code)
  return cuts.reduce((it, { from, to, by = '' }) => {
    const [before, rest = '', ...more] = it.split(from)
    const end = rest.indexOf(to)
    if (more.length > 0 || end < 0) fail(from)
    return before + by + rest.slice(end)
  }, shorter)
}
