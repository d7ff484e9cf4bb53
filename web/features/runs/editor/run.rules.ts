/** The checks of a run in its form: the contract's own rules, at the fields of the draft. Clock times compare without their zone. */
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, Resolver } from 'react-hook-form'
import { checkRun } from '#contract/run-rules.ts'
import { NewRun } from '#contract/runs.ts'
import { readAsUtc } from '#contract/values/clock-time.ts'
import { createDraftFields } from '#web/features/classes/editor/class-draft.rules.ts'
import type { RulesContext } from '#web/features/classes/editor/class-draft.ts'
import type { RunDraft } from './run-draft.ts'
import { type Report, readSession, toMoment } from './run-times.ts'

type Errors = Record<string, FieldError>

/** Returns the run of a draft, or the first error of each field. */
export function checkDraft(draft: RunDraft, currency: string): { run: NewRun | null; errors: Errors } {
  const errors: Errors = {}
  const report: Report = (field, message) => {
    errors[field] ??= { type: 'rule', message }
  }
  const times = readAllTimes(draft, report)
  const hasAllSessions = times.sessions.length === draft.sessions.length
  const fields = { ...readPlace(draft), ...readNumbers(draft, currency, report), ...times }
  // The server knows which zones there are: a browser may be older than one.
  const { data, error } = NewRun.safeParse({ ...fields, time_zone: null })
  for (const { path, message } of [...(error?.issues ?? []), ...checkRun(withInstants(fields))]) {
    // Without all sessions, the rules on their times say nothing true.
    if (hasAllSessions || !OF_SESSIONS.includes(String(path[0]))) report(toField(path), message)
  }
  return { run: data && Object.keys(errors).length === 0 ? { ...data, time_zone: fields.time_zone } : null, errors }
}

type Fields = ReturnType<typeof readPlace> & ReturnType<typeof readNumbers> & ReturnType<typeof readAllTimes>

/** Returns the run as if its clocks were those of UTC. */
function withInstants({ sessions, last_moment_clock, decide_clock, ...fields }: Fields) {
  const read = (clock: string | null) => (clock === null ? null : readAsUtc(clock))
  return {
    ...fields,
    ...{ last_moment: read(last_moment_clock), decide_at: read(decide_clock) },
    sessions: sessions.map(({ starts, ends, rain_starts, rain_ends }) => ({
      ...{ starts_at: read(starts) ?? 0, ends_at: read(ends) ?? 0 },
      ...{ rain_starts_at: read(rain_starts), rain_ends_at: read(rain_ends) },
    })),
  }
}

export const rules: Resolver<RunDraft, RulesContext, NewRun> = (draft, context, options) => {
  const { run, errors } = checkDraft(draft, context?.currency ?? '')
  return run ? { values: run, errors: {} } : { values: {}, errors: toNestErrors(errors, options) }
}

const OF_SESSIONS = ['sessions', 'minimum', 'decide_at', 'last_moment', 'time_zone']

const FIELDS: Record<string, string> = {
  time_zone: 'timeZone',
  place: 'latitude',
  'place.name': 'placeName',
  'place.address': 'address',
  'place.latitude': 'latitude',
  'place.longitude': 'longitude',
  last_moment: 'lastMoment',
  last_moment_clock: 'lastMoment',
  decide_at: 'decideAt',
  decide_clock: 'decideAt',
}

/** Returns the field of the draft that shows an issue of the contract or of the server. */
export function toField(path: readonly PropertyKey[]): string {
  const name = path.join('.')
  const [, index, time = ''] = /^sessions\.(\d+)(?:\.(\w+))?/.exec(name) ?? []
  if (index === undefined) return FIELDS[name] ?? name
  return `sessions.${index}.${time.startsWith('rain_') ? 'rain' : 'times'}.${time.includes('starts') ? 'start' : 'end'}`
}

function readAllTimes({ timeZone, sessions, lastMoment, decideAt }: RunDraft, report: Report) {
  const read = sessions.map((session, index) => readSession(session, `sessions.${index}`, report))
  return {
    // The last moment of an open run is in this zone too.
    time_zone: sessions.length > 0 || lastMoment ? timeZone : null,
    sessions: read.filter((session) => session !== null),
    last_moment_clock: readMoment(lastMoment, 'lastMoment', report),
    decide_clock: readMoment(decideAt, 'decideAt', report),
  }
}

function readMoment(text: string, field: string, report: Report): string | null {
  if (!text) return null
  const [date = '', time = ''] = text.split('T')
  const moment = toMoment(date, time)
  if (moment === null) report(field, 'must be a date and a time such as 18:00')
  return moment
}

function readPlace({ where, placeName: name, address, latitude, longitude, link }: RunDraft) {
  const place = { name, address, latitude: toNumber(latitude), longitude: toNumber(longitude) }
  return {
    place: where === 'place' ? place : null,
    online: where === 'online',
    link: where === 'online' && link.trim() ? link : null,
  }
}

function readNumbers({ seats, price, minimum }: RunDraft, currency: string, report: Report) {
  const fields = createDraftFields(currency)
  const [seatsResult, priceResult] = [
    fields.seats.safeParse(seats),
    price.trim() ? fields.price.safeParse(price) : null,
  ]
  for (const [field, result] of [['seats', seatsResult] as const, ['price', priceResult] as const]) {
    if (result?.error) report(field, result.error.issues[0]?.message ?? '')
  }
  return { seats: seatsResult.data ?? 0, price: priceResult?.data ?? null, minimum: toNumber(minimum) }
}

/** Returns null for an empty text, and NaN for one that is no number: the contract refuses it. */
function toNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
