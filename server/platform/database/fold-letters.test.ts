import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { foldLetters } from '#contract/values/fold.ts'
import { makeClass, makeUser } from '../../../demo/factories.ts'
import { openForThisTest } from '../../../testing/application.ts'
import { query } from '../../../testing/databases/postgres-server.ts'
import { dropDatabase } from '../../../testing/databases/template.ts'
import { UPGRADE_TIMEOUT_MS } from '../../../testing/databases/upgrade.ts'
import { type DatabaseConnection, readRows } from './database.ts'
import { openPostgres } from './postgres.ts'

const listCharacters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index))

/** Latin, Greek, Cyrillic and Armenian letters that Unicode has had for long, spaces and punctuation. */
const CHARACTERS = [...listCharacters(0x20, 0x58f), ...listCharacters(0x1e00, 0x206f)]

/** Opens a new database of a locale, which the test drops. */
async function openWithLocale(locale: string): Promise<DatabaseConnection> {
  const server = inject('database')
  const url = new URL(server)
  url.pathname = `school_${randomBytes(8).toString('hex')}`
  await query(server, `create database ${url.pathname.slice(1)} template template0 ${locale}`)
  const connection = await openPostgres(url.href, () => {})
  const close = async () => {
    await connection.close()
    await dropDatabase(url.href)
  }
  return { ...connection, close }
}

describe.each([
  ['C', `locale 'C'`],
  ['C.UTF-8', `locale 'C.UTF-8'`],
  ['Turkish of ICU', `locale 'C' locale_provider icu icu_locale 'tr'`],
])('on a database of the locale %s', { timeout: UPGRADE_TIMEOUT_MS }, (_name, locale) => {
  it('folds letters like the application, and finds and sorts people and classes by them', async () => {
    const database = await openWithLocale(locale)
    const application = await openForThisTest({}, { database })
    const { db } = database
    const texts = CHARACTERS.map((one) => `x${one}`)
    const rows = await readRows<{ text: string; folded: string }>(
      db,
      sql`select text, fold_letters(text) as folded from json_array_elements_text(${JSON.stringify(texts)}::json) text`,
    )
    expect(rows.filter(({ text, folded }) => folded !== foldLetters(text))).toEqual([])

    const admin = await application.signedIn('admin', { name: 'Zoe Admin' })
    const names = ['Øyvind Ås', 'Émile Zola', 'Åsa Berg', 'O’Brien, Ida', 'Иван Ёлкин']
    for (const name of names) await makeUser(db, 'student', { name })
    const find = async (q: string) => {
      const { rows } = await admin.call.page(api.listUsers, { query: { q } })
      return rows.map(({ name }) => name)
    }
    expect(await find('emile')).toEqual(['Émile Zola'])
    expect(await find('oyvind')).toEqual(['Øyvind Ås'])
    expect(await find('zola ÉMI')).toEqual(['Émile Zola'])
    expect(await find("ida o'brien")).toEqual(['O’Brien, Ida'])
    expect(await find('ЕЛКИН иван')).toEqual(['Иван Ёлкин'])
    expect(await find('emile berg')).toEqual([])
    const { rows: sorted } = await admin.call.page(api.listUsers, { query: { sort: 'name' } })
    expect(sorted.map(({ name }) => name)).toEqual([
      ...['Åsa Berg', 'Émile Zola', 'O’Brien, Ida', 'Øyvind Ås', 'Zoe Admin', 'Иван Ёлкин'],
    ])
    const { people } = await admin.call(api.searchSchool, { query: { q: 'oyv' } })
    expect(people.map(({ name }) => name)).toEqual(['Øyvind Ås'])

    await makeClass(db, { name: 'ФОТОШКОЛА' })
    const { rows: classes } = await application.visitor.call.page(api.listApprovedClasses, {
      query: { q: 'Фотошкола' },
    })
    expect(classes.map(({ className }) => className)).toEqual(['ФОТОШКОЛА'])
  })
})
