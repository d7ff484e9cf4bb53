/** Leaves parts of React Router and React DOM that we never use out of the browser's code. Docs: docs/decisions/0035. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { applyChange, type Changes } from './change.ts'
import { REACT_DOM } from './react-dom.ts'
import { REACT_ROUTER } from './react-router.ts'

const CHANGES: Changes = { ...REACT_ROUTER, ...REACT_DOM }

/** The versions that were read for it. After an upgrade, compare what it changes with this folder, then write the version here. */
const VERSIONS = { 'react-router': '8.4.0', 'react-dom': '19.3.1' }

/** Changes the modules of production. Development uses others, with every part. */
export function leaveOutUnused(): Plugin {
  const missing = new Set(Object.keys(CHANGES))
  return {
    name: 'leave-out-unused',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      for (const [name, version] of Object.entries(VERSIONS)) checkVersion(name, version)
    },
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

function checkVersion(name: string, version: string): void {
  const description = join(import.meta.dirname, '../../node_modules', name, 'package.json')
  const current = JSON.parse(readFileSync(description, 'utf8')).version
  if (current !== version)
    throw new Error(`${name} is ${current}, and ops/browser-code/left-out.ts was written for ${version}.`)
}
