/** Leaves parts of React Router and React DOM that we never use out of the browser's code. Docs: docs/decisions/0035. */
import type { Plugin } from 'vite'
import { applyChange, type Changes } from './change.ts'
import { REACT_DOM } from './react-dom.ts'
import { REACT_ROUTER } from './react-router.ts'

const CHANGES: Changes = { ...REACT_ROUTER, ...REACT_DOM }

/** Changes the modules of production. Development uses others, with every part. */
export function leaveOutUnused(): Plugin {
  const missing = new Set(Object.keys(CHANGES))
  return {
    name: 'leave-out-unused',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = /\/node_modules\/(.+)$/.exec(id)?.[1] ?? ''
      const change = CHANGES[file]
      if (!change) return
      missing.delete(file)
      return { code: applyChange(code, change, file), map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        throw new Error(`Not found: ${[...missing].join(', ')}. Compare with ops/browser-code.`)
    },
  }
}
