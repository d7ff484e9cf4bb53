import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import type { ClassFilters } from '#contract/class-search.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { createRenderer, type Pages } from '#server/pages/pages.ts'
import { PUBLIC_SETTINGS } from '../testing/public-settings.ts'

const SCHOOL_CLASS: SchoolClass = {
  _id: '1',
  className: 'Night Harbour',
  classImage: '/classes/night-harbour.webp',
  instructorName: 'Ines',
  instructorImage: null,
  instructorEmail: 'ines@example.test',
  seats: 4,
  enroll: 0,
  runs: [],
  price: 149.5,
  status: 'approve',
  feedback: '',
  version: 1,
  instructorId: '2',
  level: 'any' as const,
  slug: '',
  created_at: 0,
}

const SCHOOL = { ...PUBLIC_SETTINGS, publicUrl: '' }

const FILTERS: ClassFilters = {
  applied: {},
  instructor: null,
  levels: [],
  instructors: [],
  months: [],
  weekdays: [],
  online: [],
  free: 1,
}

/** Every list of the API has one class. */
const call = Object.assign(
  async (endpoint: object) =>
    (endpoint as { path: string }).path === api.listClassFilters.path ? FILTERS : [SCHOOL_CLASS],
  {
    page: async () => ({ rows: [SCHOOL_CLASS], total: 1 }),
  },
) as unknown as Call

let render: Pages['render']
beforeAll(async () => {
  const build = '../build/server/index.js'
  render = createRenderer(await import(build), 'production')
})

describe('the HTML of a page without JavaScript', () => {
  it.each([
    ['/login', 'continue'],
    ['/signup', 'continue'],
    ['/classes', 'select a class'],
    ['/dashboard', 'open your dashboard'],
  ])('%s tells the visitor to turn JavaScript on to %s', async (path, action) => {
    const response = await render(new Request(`http://school.test${path}`), { call, school: SCHOOL, nonce: 'n' })
    const lines = (await response.text()).match(/<noscript>.*?<\/noscript>/g)?.join() ?? ''
    expect(lines).toContain(`Turn it on in your browser to ${action}.`)
  })
})
