/**
 * Verifies the Content Credentials (C2PA) of uploaded images, with the reader of the Content Authenticity Initiative as WebAssembly. Runs
 * in the encoder's process, since the files are untrusted. Source: C2PA Technical Specification 2.4
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageCredentials } from '#contract/image-credit.ts'
import { detectImageType } from '#contract/image-type.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import type { CredentialsJob } from './encoder.ts'
import { toLine } from './image-texts.ts'

/** The type of the box that holds them, in every format. Source: C2PA 2.4, 11.1.4.2; ISO 19566-5 */
const BOX_TYPE = Buffer.from('6332706100110010800000aa00389b71', 'hex')

/** Returns whether a file claims to have Content Credentials. */
export async function hasCredentials(file: string): Promise<boolean> {
  return (await readFile(file)).includes(BOX_TYPE)
}

/** The bundle has it beside its files, sources in the package. */
const BUNDLED_CODE = join(import.meta.dirname, 'c2pa_bg.wasm')

/** The reader's report, as far as we need it. */
interface Report {
  active_manifest?: string
  manifests: Record<string, { signature_info?: { issuer?: string; common_name?: string } }>
  /** `Valid` says that the signature is intact, `Trusted` that a trust list has its signer. */
  validation_state?: 'Invalid' | 'Valid' | 'Trusted'
}

/** Returns who signed a file as it is; null where it was changed since, or where the certificate has no name or has expired. */
export async function readCredentials({ input, trustList }: CredentialsJob): Promise<ImageCredentials | null> {
  // Nine megabytes of code, for these files only.
  const { default: load, WasmReader } = await import('@contentauth/c2pa-wasm')
  const code = existsSync(BUNDLED_CODE)
    ? BUNDLED_CODE
    : fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
  await load({ module_or_path: await readFile(code) })
  const bytes = await readFile(input)
  try {
    const format = `image/${detectImageType(bytes)}`
    using reader = await WasmReader.fromBytes(format, bytes, JSON.stringify(toSettings(trustList)))
    return toCredentials(JSON.parse(reader.json()))
  } catch {
    // A file that only claims to have them.
    return null
  }
}

/** Nothing is fetched, whatever the file names. Source: c2pa-rs, docs/settings.md */
function toSettings(trustList: string) {
  return {
    ...(trustList && { trust: { trust_anchors: trustList } }),
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    core: { decode_identity_assertions: false },
  }
}

function toCredentials({ active_manifest: active = '', manifests, validation_state: state }: Report) {
  const { issuer, common_name } = manifests[active]?.signature_info ?? {}
  const signer = toLine(issuer || common_name, MAX_NAME_LENGTH)
    .replace(/["“”]/g, '')
    .trim()
  const isIntact = state === 'Valid' || state === 'Trusted'
  return isIntact && signer ? { signer, is_trusted: state === 'Trusted' } : null
}
