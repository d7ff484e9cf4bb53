/** The URL of the picture of the list of instructors. */
import pictures from './addresses.json' with { type: 'json' }

export const { arches } = pictures
