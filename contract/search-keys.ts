/** The parameters of a search for classes, as in the address of /classes. No zod, so that every page may import it. */
export const SEARCH_KEYS = [
  'q',
  'level',
  'instructor',
  'price_max',
  'free',
  'month',
  'weekday',
  'online',
  'sort',
  'page',
] as const
export type SearchKey = (typeof SEARCH_KEYS)[number]

/** Weekdays as a search names them. Their places are the numbers of JavaScript and cron, which it understands too: 0 is Sunday. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The orders of a search. `date`: by the next start, classes without dates last. */
export const CLASS_SORTS = ['date', 'newest', 'price', 'popular'] as const
export type ClassSort = (typeof CLASS_SORTS)[number]

/** Classes on a page of /classes. */
export const CLASSES_PER_PAGE = 60

/** The parameter of /compare, once for each class, and how many it shows side by side. */
export const COMPARE_KEY = 'class'
export const MAX_COMPARED = 3
