/** The URLs of the pictures beside the forms for signing in. */
import pictures from './addresses.json' with { type: 'json' }

export const { harbour } = pictures
export const starTrails = pictures['star-trails']
