/** Saves files on the user's device. */

type FileType = 'application/json' | 'text/calendar' | 'text/csv' | 'text/plain'

export function saveAsFile(text: string, name: string, type: FileType): void {
  // Without a byte order mark, spreadsheets assume an older encoding.
  const byteOrderMark = type === 'text/csv' ? '\ufeff' : ''
  saveBlob(new Blob([byteOrderMark, text], { type: `${type};charset=utf-8` }), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
