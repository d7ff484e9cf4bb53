/** How many seats of a class the kept answers tell, each as a visitor would read it. */
import type { SchoolClass } from '../../contract/classes.ts'

export interface Seats {
  page: number
  call: number
}

/** Asks for both at once. */
export async function seatsOf(school: string, wanted: SchoolClass): Promise<Seats> {
  const [page, call] = await Promise.all([onPage(school, wanted), inCall(school, wanted)])
  return { page, call }
}

async function onPage(school: string, { className }: SchoolClass): Promise<number> {
  const html = await (await fetch(`${school}/classes`)).text()
  const card = html.split('<article').find((part) => part.includes(`>${escaped(className)}<`)) ?? ''
  const seats = /Available seats<\/dt><dd[^>]*>(\d+)/.exec(card)?.[1]
  if (seats === undefined) throw new Error(`/classes does not tell the seats of ${className}`)
  return Number(seats)
}

async function inCall(school: string, { _id }: SchoolClass): Promise<number> {
  return (await approvedClasses(school)).find((it) => it._id === _id)?.seats ?? Number.NaN
}

export async function approvedClasses(school: string): Promise<SchoolClass[]> {
  return (await fetch(`${school}/api/all-classes`)).json()
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
