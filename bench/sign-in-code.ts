/** The JavaScript of signing in: the session of every page, and the provider that it loads. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { atMost, type Figure } from './figure.ts'

const SESSION = join(import.meta.dirname, '../web/session')
const MAX_KILOBYTES = 20

export async function measureSignInCode(): Promise<Figure> {
  const what = 'JavaScript of signing in (web/session, bundled alone), brotli'
  return atMost({ what, value: await measureBundle(), max: MAX_KILOBYTES, unit: ' KB', digits: 1 })
}

/** Bundles and minifies web/session without its imports, which every page has. Returns kilobytes. */
async function measureBundle(): Promise<number> {
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
