/** Makes modules of React's files, which are CommonJS: each function has its name in the browser's code, and unused ones are left out. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGES = join(import.meta.dirname, '../../node_modules')

const FILES: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/** Packages import React as one object, which would keep all of it. */
const DEFAULT_IMPORT = /^import React from (['"]react['"])/m

export function reactModules(): Plugin {
  const paths = new Set(Object.values(FILES).map((file) => join(PACKAGES, file)))
  return {
    name: 'react-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (FILES[id] ? { id: join(PACKAGES, FILES[id]), moduleSideEffects: false } : undefined),
    transform(code, id) {
      if (paths.has(id)) return { code: toModule(code), map: null }
      if (DEFAULT_IMPORT.test(code))
        return { code: code.replace(DEFAULT_IMPORT, 'import * as React from $1'), map: null }
    },
  }
}

/** @throws if the file does not have the form that is expected */
export function toModule(code: string): string {
  const imports: string[] = []
  const own = code
    .replaceAll(/(?<=\bvar |\s)(\w+) = require\("([^"]+)"\)(,\s*|;)/g, (_, name: string, from: string, end: string) => {
      imports.push(`import * as ${name} from "${from}"`)
      return end === ';' ? '$none;' : ''
    })
    .replaceAll('var $none;', '')
  const names = [...new Set([...own.matchAll(/\bexports\.(\w+) =\s/g)].map(([, name = '']) => name))]
  const text = names.reduce(declare, own.replaceAll(/\bexports\.(\w+)/g, '$$export_$1'))
  if (/\brequire\(|\b(module\.)?exports\b|\$none/.test(text))
    throw new Error('A file of React has changed: see ops/browser-code')
  const pairs = names.map((name) => `$export_${name} as ${name}`)
  return [...imports, text, `export { ${pairs} }`].join('\n')
}

/** Declares the variable of an export where it is assigned, or before all where that is not at the top level or not once. */
function declare(code: string, name: string): string {
  const variable = `$export_${name}`
  const assignments = code.split(`${variable} =`).length - 1
  if (assignments === 1 && code.includes(`\n${variable} =`))
    return code.replace(`\n${variable} =`, () => `\nconst ${variable} =`)
  return `let ${variable};\n${code}`
}
