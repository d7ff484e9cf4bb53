/** The last step of `npm run build`: compresses the files for the browser once instead of at every request. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const CLIENT = join(import.meta.dirname, '../build/client')
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/

for (const entry of await readdir(CLIENT, { recursive: true })) {
  if (COMPRESSIBLE.test(entry)) await compress(join(CLIENT, entry))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
