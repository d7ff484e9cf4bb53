/** The checks of a run in its form: the contract's own rules, at the fields of the draft. */
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, Resolver } from 'react-hook-form'
import { NewRun } from '#contract/runs.ts'
import { createDraftFields } from '#web/features/classes/editor/class-draft.rules.ts'
import type { RulesContext } from '#web/features/classes/editor/class-draft.ts'
import type { RunDraft } from './run-draft.ts'
import { type Report, readMoment, readSession } from './run-times.ts'

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
  const { data, error } = NewRun.safeParse(fields)
  for (const { path, message } of error?.issues ?? []) {
    // Without all sessions, the rules on their times say nothing true.
    if (hasAllSessions || !OF_SESSIONS.includes(String(path[0]))) report(toField(path), message)
  }
  return { run: data && Object.keys(errors).length === 0 ? data : null, errors }
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
  decide_at: 'decideAt',
}

/** Returns the field of the draft that shows an issue of the contract. */
function toField(path: readonly PropertyKey[]): string {
  const name = path.join('.')
  const [, index, rainTime] = /^sessions\.(\d+)(?:\.rain_(start|end)s_at)?/.exec(name) ?? []
  if (index === undefined) return FIELDS[name] ?? name
  return rainTime ? `sessions.${index}.rain.${rainTime}` : `sessions.${index}.times.end`
}

function readAllTimes({ timeZone, sessions, lastMoment, decideAt }: RunDraft, report: Report) {
  const read = sessions.map((session, index) => readSession(session, timeZone, `sessions.${index}`, report))
  return {
    time_zone: sessions.length > 0 ? timeZone : null,
    sessions: read.filter((session) => session !== null),
    last_moment: readMoment(lastMoment, timeZone, (message) => report('lastMoment', message)),
    decide_at: readMoment(decideAt, timeZone, (message) => report('decideAt', message)),
  }
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
