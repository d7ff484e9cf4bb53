/**
 * Reads of profiles what sharp ignores: the curve of a gray one, since it ignores the profile of a gray image with 16 bits, and that the
 * numbers are HDR. Source: ICC.1 (4.4), 8.3.4, 9.2.17, 10.6, 10.18
 */
import { HDR_TRANSFERS, type Transfer, toGammaTransfer } from './color-spaces.ts'

const HEADER_BYTES = 128
const FIXED = 65_536

/** Returns the curve of a profile of one channel, or null for any other or broken profile. */
export function readGrayTransfer(icc: Buffer): Transfer | null {
  try {
    if (icc.toString('latin1', 36, 40) !== 'acsp' || icc.toString('latin1', 16, 20) !== 'GRAY') return null
    const curve = findTag(icc, 'kTRC')
    const transfer = curve && readCurve(curve)
    if (!transfer || icc.toString('latin1', 20, 24) !== 'Lab ') return transfer
    return (encoded) => toLuminance(transfer(encoded))
  } catch {
    return null
  }
}

/** The names of the profiles of programs that do not write the code, in ASCII or in UTF-16 without its zeros. */
const HDR_NAME = /\b(PQ|HLG)\b|BT[. ]*2100|Rec[. ]*2100/

/** Returns whether a profile is of PQ or HLG, by its code or by its name. */
export function isHdrProfile(icc: Buffer): boolean {
  try {
    const code = findTag(icc, 'cicp')
    if (code) return HDR_TRANSFERS.includes(code.readUInt8(9))
    return HDR_NAME.test(findTag(icc, 'desc')?.toString('latin1').replaceAll('\0', '') ?? '')
  } catch {
    return false
  }
}

function findTag(icc: Buffer, signature: string): Buffer | null {
  const count = Math.min(icc.readUInt32BE(HEADER_BYTES), 100)
  for (let at = HEADER_BYTES + 4; at < HEADER_BYTES + 4 + count * 12; at += 12) {
    const [start, length] = [icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 8)]
    if (icc.toString('latin1', at, at + 4) === signature) return icc.subarray(start, start + length)
  }
  return null
}

function readCurve(tag: Buffer): Transfer | null {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'para') return readParametric(tag)
  if (type !== 'curv') return null
  const count = tag.readUInt32BE(8)
  if (count === 0) return (encoded) => encoded
  if (count === 1) return toGammaTransfer(tag.readUInt16BE(12) / 256)
  if (count > FIXED) return null
  const table = Array.from({ length: count }, (_, index) => tag.readUInt16BE(12 + index * 2) / 65_535)
  return (encoded) => interpolate(table, encoded * (count - 1))
}

function interpolate(table: number[], position: number): number {
  const index = Math.min(Math.floor(position), table.length - 2)
  const [low = 0, high = 0] = table.slice(index, index + 2)
  return low + (high - low) * (position - index)
}

/** The number of parameters by the type of the function. */
const PARAMETERS = [1, 3, 4, 5, 7]

function readParametric(tag: Buffer): Transfer | null {
  const kind = tag.readUInt16BE(8)
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: PARAMETERS[kind] ?? 0 },
    (_, index) => tag.readInt32BE(12 + index * 4) / FIXED,
  )
  const power = (x: number) => Math.max(0, a * x + b) ** g
  switch (kind) {
    case 0:
      return (x) => x ** g
    case 1:
      return (x) => (x >= -b / a ? power(x) : 0)
    case 2:
      return (x) => (x >= -b / a ? power(x) + c : c)
    case 3:
      return (x) => (x >= d ? power(x) : c * x)
    case 4:
      return (x) => (x >= d ? power(x) + e : c * x + f)
    default:
      return null
  }
}

/** Returns the luminance of a lightness, both from 0 to 1. Source: CIE 15 */
function toLuminance(lightness: number): number {
  const value = (lightness * 100 + 16) / 116
  return value > 6 / 29 ? value ** 3 : (lightness * 100) / 903.3
}
