/** Reads the seats of a class from cached responses. */
import type { SchoolClass } from '../../contract/classes.ts'
import { toClassPath } from '../../contract/slug.ts'

export interface Seats {
  page: number
  call: number
}

/** Reads page and API at once. */
export async function readSeats(url: string, chosen: SchoolClass): Promise<Seats> {
  const [page, call] = await Promise.all([readFromPage(url, chosen), readFromApi(url, chosen)])
  return { page, call }
}

async function readFromPage(url: string, { className }: SchoolClass): Promise<number> {
  const html = await (await fetch(`${url}/classes`)).text()
  const card = html.split('<article').find((part) => part.includes(`>${escapeHtml(className)}<`)) ?? ''
  const seats = /Available seats<\/dt><dd[^>]*>(\d+)/.exec(card)?.[1]
  if (seats === undefined) throw new Error(`/classes does not show the seats of ${className}`)
  return Number(seats)
}

async function readFromApi(url: string, { _id }: SchoolClass): Promise<number> {
  return (await approvedClasses(url)).find((it) => it._id === _id)?.seats ?? Number.NaN
}

export async function approvedClasses(url: string): Promise<SchoolClass[]> {
  return (await fetch(`${url}/api/all-classes`)).json()
}

/** Returns the path of the page of a class. */
export async function findClassPath(application: string): Promise<string> {
  const [first] = await approvedClasses(application)
  if (!first) throw new Error('the demo has no class')
  return toClassPath(first)
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
