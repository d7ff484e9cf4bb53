/** Leaves parts of React Router that we never use out of the browser's code. Docs: docs/decisions/0035. */
import type { Plugin } from 'vite'
import { CHANGES, type Change } from './react-router.ts'

/** A module of React Router as production uses it. */
const MODULE = /\/node_modules\/react-router\/dist\/production\/(.+\.js)$/

export function leaveOutUnused(): Plugin {
  const missing = new Set(Object.keys(CHANGES))
  return {
    name: 'leave-out-unused',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = MODULE.exec(id)?.[1]
      const change = file && CHANGES[file]
      if (!change) return
      missing.delete(file)
      return { code: applyChange(code, change, file), map: null }
    },
    buildEnd(error) {
      if (!error && this.environment.mode === 'build' && missing.size > 0)
        throw new Error(`React Router changed: ${[...missing]}`)
    },
  }
}

function applyChange(code: string, { functions = {}, cuts = [] }: Change, file: string): string {
  const fail = (what: string) => {
    throw new Error(`React Router changed ${what} in ${file}. Compare it with ops/browser-code/react-router.ts.`)
  }
  const started = Object.entries(functions).reduce((it, [name, statement]) => {
    const head = new RegExp(`^\\t*(?:async )?function ${name}\\(.*\\) \\{$`, 'gm')
    if (it.match(head)?.length !== 1) fail(name)
    return it.replace(head, (found) => `${found}${statement}`)
  }, code)
  return cuts.reduce((it, { from, to, by = '' }) => {
    const [before = '', rest, ...more] = it.split(from)
    const end = rest?.indexOf(to) ?? -1
    if (rest === undefined || more.length > 0 || end < 0) fail(from)
    return before + by + rest?.slice(end)
  }, started)
}
