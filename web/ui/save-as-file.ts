/** Hands a text to the reader as a file of its own; the page stays. */

export function saveAsFile(text: string, name: string, type: 'application/json' | 'text/csv'): void {
  // Spreadsheets take a file without this mark for one in an older alphabet.
  const mark = type === 'text/csv' ? '\ufeff' : ''
  const address = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Once the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
