/** Parts of the public page of a class, for their tests. */
import type { OfferedClass } from '../contract/class-pages.ts'

/** The public settings of a school. */
export { PUBLIC_SETTINGS as SCHOOL } from './public-settings.ts'

/** A sold-out class without dates. */
export const CLASS_PAGE: OfferedClass = {
  removed: false,
  schoolClass: {
    _id: '1',
    className: 'Fog',
    classImage: '/pictures/fog/1600x1067-x.webp',
    instructorName: 'Ada',
    instructorImage: null,
    instructorEmail: 'ada@school.example',
    instructorId: '2',
    price: 149.5,
    seats: 0,
    status: 'approve',
    feedback: 'no feedback',
    enroll: 8,
    runs: [],
    created_at: 0,
    level: 'advanced',
    slug: 'fog',
  },
  credit: null,
  instructor: { html: '', portrait: '' },
  further: [],
  canceled: [],
  html: { description: '', bring: '', outcome: '' },
  summary: '',
  light: {},
  terms: { free_days: 14, steps: [], minimum_fee: 0, resale: 'none', resale_fee: 0, changes: [], text: '', runs: {} },
  shareImage: '/pictures/share/1/0.jpg',
  others: [],
}
