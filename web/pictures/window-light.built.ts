/** The URL of the school's own picture on Home and Classes. A page's code has the URLs of its own pictures only. */
import pictures from './addresses.json' with { type: 'json' }

export const windowLight = pictures['window-light']
