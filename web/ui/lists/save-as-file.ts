/** Saves a text as a file on the user's device. */

type FileType = 'application/json' | 'text/calendar' | 'text/csv' | 'text/plain'

export function saveAsFile(text: string, name: string, type: FileType): void {
  // Without a byte order mark, spreadsheets assume an older encoding.
  const byteOrderMark = type === 'text/csv' ? '\ufeff' : ''
  const url = URL.createObjectURL(new Blob([byteOrderMark, text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
