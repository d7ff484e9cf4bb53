/** When the sun rises and sets, within some minutes. Source: https://en.wikipedia.org/wiki/Sunrise_equation */

const DAY_MS = 24 * 60 * 60_000
const NOON_2000 = Date.UTC(2000, 0, 1, 12)
/** Degrees: how far below the horizon the center of the sun is when its upper edge appears. */
const HORIZON = -0.833
const TILT_OF_EARTH = 23.4397

/** Returns sunrise and sunset of a date such as `2027-05-04`, in milliseconds UTC, at a place outside the polar circles. */
export function findSunTimes(date: string, { latitude, longitude }: { latitude: number; longitude: number }) {
  const days = (Date.parse(`${date}T12:00Z`) - NOON_2000) / DAY_MS - longitude / 360
  const anomaly = 357.5291 + 0.98560028 * days
  const center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
  const eclipticLongitude = anomaly + center + 282.9372
  const transit = days + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * eclipticLongitude)
  const declination = toDegrees(Math.asin(sin(eclipticLongitude) * sin(TILT_OF_EARTH)))
  const cosine = (sin(HORIZON) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
  const halfDay = toDegrees(Math.acos(cosine)) / 360
  return { rise: toTime(transit - halfDay), set: toTime(transit + halfDay) }
}

const toTime = (days: number) => Math.round(NOON_2000 + days * DAY_MS)
const toDegrees = (radians: number) => (radians * 180) / Math.PI
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
