/** Reads a typed time of day: `18:00`, `18.30`, `1830`, `9`, `6 pm`. Returns it as `18:00`, or null. */
export function readClock(text: string): string | null {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?:[:.h ]?(\d{2}))? ?(?:([ap])\.?m\.?)?$/i.exec(text.trim()) ?? []
  if (hour === undefined || (half && (Number(hour) < 1 || Number(hour) > 12))) return null
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${`${hours}`.padStart(2, '0')}:${minute}` : null
}
