import type { PublicSettings } from '#contract/school.ts'

/** Returns the networks that the school is on: their names and the URLs of its pages there. */
export function listNetworks({ social, professional, photos }: PublicSettings['social']) {
  return [
    ['Social network', social],
    ['Professional network', professional],
    ['Photo sharing', photos],
  ] as const
}
