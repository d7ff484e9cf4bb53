import { useRouteLoaderData } from 'react-router'
import type { SchoolFacts } from '#contract/home.ts'

/** Stands in where the root's data could not be read, which only an error page can meet. */
const NAMELESS: SchoolFacts = {
  name: 'Photography School',
  address: '',
  email: '',
  social: { social: '/', professional: '/', photos: '/' },
  currency: 'usd',
  currencySign: '$',
  cancelDays: 0,
  publicUrl: '',
  cards: { provider: 'sandbox' },
  thirdParties: [],
  demoAdmin: null,
}

/** What the settings say of the school. */
export function useSchool(): SchoolFacts {
  return useRouteLoaderData<{ school: SchoolFacts }>('root')?.school ?? NAMELESS
}
