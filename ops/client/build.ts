/** Builds the client package: one module without imports, and its types. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { findScope } from '../../contract/scopes.ts'
import { writeCalls } from './types.ts'

const SOURCE = join(import.meta.dirname, '../../clients/typescript/src')

/** Builds the package's `dist` into a folder. It has the calls that an access token may make, and the public ones. */
export async function buildClient(folder: string): Promise<void> {
  const all: [string, Endpoint][] = Object.entries(api)
  const endpoints = Object.fromEntries(all.filter(([, endpoint]) => findScope(endpoint)))
  const calls = Object.entries(endpoints).map(([name, { method, path, upload }]) => [name, { method, path, upload }])
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { CALLS: JSON.stringify(Object.fromEntries(calls)) },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      lib: { entry: join(SOURCE, 'client.ts'), formats: ['es'], fileName: 'index' },
    },
  })
  copyFileSync(join(SOURCE, 'index.d.ts'), join(folder, 'index.d.ts'))
  writeFileSync(join(folder, 'calls.d.ts'), writeCalls(endpoints))
}
