/**
 * Reads how the numbers of a file stand for colors, where sharp does not convert them: CICP of AVIF and PNG, gAMA of PNG, and the
 * profiles of gray images. Runs in the encoder's process, since the file is untrusted.
 */
import {
  HDR_TRANSFERS,
  PRIMARIES,
  type Primaries,
  SRGB,
  TRANSFERS,
  type Transfer,
  toGammaTransfer,
} from './color-spaces.ts'
import { isHdrProfile, readGrayTransfer } from './icc-profile.ts'

/** Colors to convert by ourselves. */
export interface ColorSource {
  /** Null where they are those of sRGB. */
  primaries: Primaries | null
  transfer: Transfer
}

/** Tags of a file beside its profile. */
interface Declaration {
  cicp?: { primaries: number; transfer: number }
  /** 100,000 times the exponent of the encoder. */
  gamma?: number
  primaries?: Primaries
  /** A chunk sRGB, which wins over gAMA. */
  isSrgb?: boolean
}

interface Profile {
  icc?: Uint8Array | undefined
  /** Of the file; two of them are gray with transparency. */
  channels?: number | undefined
}

/** A gAMA near that of sRGB means sRGB. Source: PNG (Third Edition), 13.13 */
const SRGB_GAMMA = 45_455
const GAMMA_TOLERANCE = 1_000

/**
 * Returns the colors of a file, null where sharp converts them, or `hdr`.
 * @param bytes the whole file
 */
export function readColorSource(
  bytes: Buffer,
  format: string,
  { icc, channels = 3 }: Profile,
): ColorSource | 'hdr' | null {
  const { cicp, ...declared } = format === 'png' ? readPng(bytes) : format === 'heif' ? readAvif(bytes) : {}
  // In an AVIF the profile wins over CICP, in a PNG it is the other way around. Source: PNG (Third Edition), 4.3; AVIF 1.1, 4.2
  if (cicp && !(icc && format === 'heif')) return fromCicp(cicp)
  if (icc && isHdrProfile(Buffer.from(icc))) return 'hdr'
  if (icc) return channels < 3 ? fromGrayProfile(icc) : null
  const { gamma, primaries = null, isSrgb } = declared
  if (isSrgb || !gamma) return null
  const isLikeSrgb = Math.abs(gamma - SRGB_GAMMA) <= GAMMA_TOLERANCE
  if (isLikeSrgb && !primaries) return null
  return { primaries, transfer: isLikeSrgb ? SRGB : toGammaTransfer(100_000 / gamma) }
}

function fromCicp({ primaries, transfer }: { primaries: number; transfer: number }): ColorSource | 'hdr' | null {
  if (HDR_TRANSFERS.includes(transfer)) return 'hdr'
  const source = { primaries: PRIMARIES[primaries] ?? null, transfer: TRANSFERS[transfer] ?? SRGB }
  return source.primaries || source.transfer !== SRGB ? source : null
}

function fromGrayProfile(icc: Uint8Array): ColorSource | null {
  const transfer = readGrayTransfer(Buffer.from(icc))
  return transfer && { primaries: null, transfer }
}

/** Reads the chunks before the pixels. Source: PNG (Third Edition), 11.3.2 */
function readPng(bytes: Buffer): Declaration {
  const declared: Declaration = {}
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
    if (type === 'IDAT') break
    if (type === 'cICP' && data.length >= 2) declared.cicp = { primaries: data[0] ?? 0, transfer: data[1] ?? 0 }
    if (type === 'gAMA' && data.length >= 4) declared.gamma = data.readUInt32BE(0)
    if (type === 'sRGB') declared.isSrgb = true
    if (type === 'cHRM' && data.length >= 32) declared.primaries = readChromaticities(data)
  }
  return declared
}

function readChromaticities(data: Buffer): Primaries {
  const read = (index: number) =>
    [data.readUInt32BE(index * 8) / 100_000, data.readUInt32BE(index * 8 + 4) / 100_000] as const
  return { white: read(0), red: read(1), green: read(2), blue: read(3) }
}

/** Reads the first description of colors, which is that of the primary image. Source: ISO/IEC 23008-12, 9; 14496-12, 12.1.5 */
function readAvif(bytes: Buffer): Declaration {
  // The box `meta` has a version before its content.
  const properties = findBox(findBox(findBox(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco')
  const color = findBox(properties, 'colr', (data) => data.toString('latin1', 0, 4) === 'nclx')
  return color && color.length >= 8
    ? { cicp: { primaries: color.readUInt16BE(4), transfer: color.readUInt16BE(6) } }
    : {}
}

/** Returns the content of the first box of a type among those that fill `bytes`. Source: ISO/IEC 14496-12, 4.2 */
export function findBox(
  bytes: Buffer | undefined,
  type: string,
  isWanted: (content: Buffer) => boolean = () => true,
): Buffer | undefined {
  for (let at = 0; bytes && at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at) || bytes.length - at
    const header = size === 1 ? 16 : 8
    const end = at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size)
    const content = bytes.subarray(at + header, end)
    if (bytes.toString('latin1', at + 4, at + 8) === type && isWanted(content)) return content
    if (end <= at + 8 - 1) return undefined
    at = end
  }
  return undefined
}
