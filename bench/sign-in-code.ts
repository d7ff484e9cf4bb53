/** What signing in costs a public page in JavaScript: the session that every page has, and the provider that it loads. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { atMost, type Figure } from './figure.ts'

const SESSION = join(import.meta.dirname, '../web/session')
const MOST_KILOBYTES = 20

export async function measureSignInCode(): Promise<Figure> {
  const what = 'JavaScript of signing in (web/session whole, bundled by itself), brotli'
  return atMost({ what, value: await kilobytes(), most: MOST_KILOBYTES, unit: ' KB', digits: 1 })
}

/** Minified as a page's scripts are; what is not of web/session a page has anyway. */
async function kilobytes(): Promise<number> {
  const input = globSync('*.{ts,tsx}', { cwd: SESSION }).map((name) => join(SESSION, name))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: input, formats: ['es'] },
      minify: true,
      rolldownOptions: { external: (id) => !id.startsWith('.') && !id.startsWith(SESSION) },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
  return brotliCompressSync(code).length / 1024
}
