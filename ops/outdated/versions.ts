/** Compares version numbers. Source: Semantic Versioning 2.0.0, 11 */

/** Returns the newest release, below a version if it is given. Previews (`1.0.0-beta`) do not count. */
export function findNewest(versions: string[], below?: string): string | undefined {
  const releases = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
  const allowed = releases.filter((version) => below === undefined || compareVersions(version, below) < 0)
  return allowed.toSorted(compareVersions).at(-1)
}

/** Returns a number above 0 if `one` is newer than `other`. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [parse(one), parse(other)]
  const index = left.findIndex((part, at) => part !== right[at])
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

const parse = (version: string) => version.split('.').map(Number)
