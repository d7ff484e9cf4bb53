/** `1 class`, `2 classes`, `1,200 students`. @param plural where it is not the noun with an s */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(String(count))} ${count === 1 ? noun : plural}`
}

/** A formatter of Intl takes a slow phone 100 ms. */
function groupDigits(digits: string): string {
  return digits.length <= 3 ? digits : `${groupDigits(digits.slice(0, -3))},${digits.slice(-3)}`
}
