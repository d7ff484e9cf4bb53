/**
 * Signs images with Content Credentials (C2PA), as a camera does. Source: C2PA Technical Specification 2.4, 13.2; COSE (RFC 9052), 4.2 and
 * 4.4; CBOR (RFC 8949), 3.1
 */
import { sign, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import load, { WasmBuilder } from '@contentauth/c2pa-wasm'

/** The authority that has certified the signer, until 2120. */
export const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBjjCCATOgAwIBAgIBATAKBggqhkjOPQQDAjAtMRcwFQYDVQQKDA5UZXN0IEF1
dGhvcml0eTESMBAGA1UEAwwJVGVzdCBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIx
MjAwMTAxMDAwMDAwWjAtMRcwFQYDVQQKDA5UZXN0IEF1dGhvcml0eTESMBAGA1UE
AwwJVGVzdCBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuDnro5lqvKp1
oYg446eJb0LSqxAG7gEzwWNEYtXZzZX0ECCHHHRNBwAzkUGcONXGTG4wP+EeS3kX
tMlWlhZJcaNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYD
VR0OBBYEFIuFPGGNSEdF/aODUaCMV5hg0IUqMAoGCCqGSM49BAMCA0kAMEYCIQCa
SdE92MfsdHXsuXWcYVsLK8rlVEpMB4OzVIQOaESUUAIhAPlovc5jPtxOypTHl7Gk
L4FNkarui9j727x+b6IaFF8l
-----END CERTIFICATE-----
`

/** The name in the certificate of the signer. */
export const SIGNER = 'Harbour Cameras'

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwDCCAWWgAwIBAgIBAjAKBggqhkjOPQQDAjAtMRcwFQYDVQQKDA5UZXN0IEF1
dGhvcml0eTESMBAGA1UEAwwJVGVzdCBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIx
MjAwMTAxMDAwMDAwWjAsMRgwFgYDVQQKDA9IYXJib3VyIENhbWVyYXMxEDAOBgNV
BAMMB01vZGVsIDEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATxP/LUHCGqcr6W
0ww6EqvX13pmzKLN4LzMXl6RVcphDlIokxaDZj/8qlaAyIOfeTK0mb82qQBE5TNl
bJj7reVHo3UwczAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUE
DDAKBggrBgEFBQcDBDAfBgNVHSMEGDAWgBSLhTxhjUhHRf2jg1GgjFeYYNCFKjAd
BgNVHQ4EFgQUfu8N+VI4v1/tGHnMygmgnb9MrhcwCgYIKoZIzj0EAwIDSQAwRgIh
AJQz0JvKqCq+VKlN5Ip8Zm7ihXmOQJRyd/VQLO5SZXQhAiEApdkSwnnMumw1tqgQ
4LLbnG7HU2GFEeJ2ut5dt17Wk2Q=
-----END CERTIFICATE-----
`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFvE9rFS+hF383Pys
iV79aJuLvneQf9ABPWx3JJnavWGhRANCAATxP/LUHCGqcr6W0ww6EqvX13pmzKLN
4LzMXl6RVcphDlIokxaDZj/8qlaAyIOfeTK0mb82qQBE5TNlbJj7reVH
-----END PRIVATE KEY-----
`

/** The bytes that the library leaves for the signature, of which the rest is padding. */
const SIGNATURE_BYTES = 2_048

/** Returns a signed JPEG. */
export async function addCredentials(jpeg: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  Object.assign(globalThis, { FileReaderSync: HeldReader })
  const code = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')))
  await load({ module_or_path: code })
  const manifest = {
    format: 'image/jpeg',
    claim_generator_info: [{ name: 'Test', version: '1' }],
    assertions: [
      { label: 'c2pa.actions', data: { actions: [{ action: 'c2pa.created', digitalSourceType: CAPTURE }] } },
    ],
  }
  using builder = WasmBuilder.fromJson(JSON.stringify(manifest))
  const signer = {
    alg: 'es256',
    reserveSize: SIGNATURE_BYTES,
    sign: async (claim: Uint8Array) => createSignature(claim),
  }
  return new Uint8Array(await builder.sign(signer, [], 'image/jpeg', new HeldBlob(jpeg)))
}

const CAPTURE = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture'

/** The library signs blobs, which only workers of a browser can read at once. */
class HeldBlob extends Blob {
  readonly held: Uint8Array<ArrayBuffer>

  constructor(held: Uint8Array<ArrayBuffer>) {
    super([held])
    this.held = held
  }

  override slice(start?: number, end?: number): HeldBlob {
    return new HeldBlob(this.held.slice(start, end))
  }
}

class HeldReader {
  readAsArrayBuffer({ held }: HeldBlob): ArrayBuffer {
    return held.slice().buffer
  }
}

/** Returns the structure COSE_Sign1 of a claim: ES256, with the certificate, without the claim. */
function createSignature(claim: Uint8Array): Uint8Array<ArrayBuffer> {
  const certificate = toBytes(new X509Certificate(CERTIFICATE).raw)
  const header = Buffer.concat([
    toHead(MAP, 2),
    toHead(POSITIVE, 1),
    toHead(NEGATIVE, 6),
    toHead(POSITIVE, 33),
    certificate,
  ])
  const parts = [toText('Signature1'), toBytes(header), toBytes(Buffer.alloc(0)), toBytes(claim)]
  const signed = Buffer.concat([toHead(LIST, parts.length), ...parts])
  const signature = sign('sha256', signed, { key: KEY, dsaEncoding: 'ieee-p1363' })
  const write = (padding: number) => {
    const open = Buffer.concat([toHead(MAP, 1), toText('pad'), toBytes(Buffer.alloc(padding))])
    return Buffer.concat([toHead(TAG, 18), toHead(LIST, 4), toBytes(header), open, NULL, toBytes(signature)])
  }
  const least = 256
  return new Uint8Array(write(SIGNATURE_BYTES - write(least).length + least))
}

/** Types of CBOR. */
const [POSITIVE, NEGATIVE, BYTES, TEXT, LIST, MAP, TAG] = [0, 1, 2, 3, 4, 5, 6]
const NULL = Buffer.from([0xf6])

function toHead(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value])
  if (value < 256) return Buffer.from([(type << 5) | 24, value])
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255])
}

const toBytes = (bytes: Uint8Array) => Buffer.concat([toHead(BYTES, bytes.length), bytes])
const toText = (text: string) => Buffer.concat([toHead(TEXT, text.length), Buffer.from(text)])
