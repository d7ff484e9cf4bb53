import { formatCount } from '#contract/values/count.ts'

const BYTES_PER_KILOBYTE = 1024
const BYTES_PER_MEGABYTE = 1024 * 1024

/** `57 bytes`, `3.4 KB` or `12 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KILOBYTE) return formatCount(bytes, 'byte')
  const kilobytes = roundSize(bytes / BYTES_PER_KILOBYTE)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${roundSize(bytes / BYTES_PER_MEGABYTE)} MB`
}

/** One decimal below 10, none above. */
function roundSize(size: number): number {
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}
