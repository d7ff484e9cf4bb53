/** Finds the classes that words describe: with PostgreSQL's full text search, and if it finds none, by similar words. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { foldLetters } from '#contract/values/fold.ts'
import type { Database } from '#server/platform/database/database.ts'
import { MAX_WORDS } from '#server/platform/database/lists.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { classSearch } from './class-search.table.ts'

/** Share of a word's trigrams in a similar word: "harbor" has 0.7 of "harbour". Source: PostgreSQL, pg_trgm */
const MIN_SIMILARITY = 0.45

/** Shorter words resemble too many others. */
const MIN_SIMILAR_LENGTH = 4

/** Classes that are found by similar words. */
const MAX_SIMILAR = 200

/** Both are expressions on rows of `class_search`. */
export interface TextMatch {
  condition: SQL
  /** Grows with the quality of the match. */
  rank: SQL
}

/**
 * Returns how classes match a text, or null for a text without words.
 * @param among the condition of the classes to search
 */
export async function matchText(
  { db }: { db: Database },
  text: string,
  among: SQL | undefined = isOnOffer,
): Promise<TextMatch | null> {
  const words = toWords(text)
  if (words.length === 0) return null
  const prefixes = combine(words.map((word) => toQuery(word, ':*')))
  const wholes = combine(words.map((word) => toQuery(word, '')))
  const [parsed] = await db
    .select({
      prefixes: sql<string>`${prefixes}::text`,
      wholes: sql<string>`${wholes}::text`,
      isAny: sql<boolean>`${existsMatch(prefixes, among)}`,
    })
    .from(sql`(select 1) one`)
  if (!parsed?.isAny) return matchSimilar(db, words, among)
  const query = sql`${parsed.prefixes}::tsquery`
  return {
    condition: sql`${classSearch.document} @@ ${query}`,
    // Whole words count twice: "sea" finds "Storm Sea" before "Four Seasons".
    rank: sql`ts_rank(${classSearch.document}, ${query}) + ts_rank(${classSearch.document}, ${parsed.wholes}::tsquery)`,
  }
}

function existsMatch(query: SQL, among: SQL | undefined): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${classSearch} join ${classes} on ${classes.id} = ${classSearch.classId}
    where ${classSearch.document} @@ ${query} and ${among ?? sql`true`}
  )`
}

interface WordQuery {
  /** Empty for a word without meaning, such as "the". */
  english: SQL
  simple: SQL
}

/** @param suffix `:*` to find words that begin with it */
function toQuery(word: string, suffix: ':*' | ''): WordQuery {
  const quoted = `'${word}'${suffix}`
  return { english: sql`to_tsquery('english', ${quoted})`, simple: sql`to_tsquery('simple', ${quoted})` }
}

/** Requires all words, except words without meaning if there are others. */
function combine(words: WordQuery[]): SQL {
  const either = ({ english, simple }: WordQuery) =>
    sql`case when numnode(${english}) = 0 then ''::tsquery else ${english} || ${simple} end`
  const all = sql.join(words.map(either), sql` && `)
  const literal = sql.join(
    words.map(({ simple }) => simple),
    sql` && `,
  )
  return sql`(case when numnode(${all}) = 0 then ${literal} else ${all} end)`
}

/** Matches classes of which the words resemble these. None without pg_trgm. */
async function matchSimilar(db: Database, words: string[], among: SQL | undefined): Promise<TextMatch> {
  const ids = await transaction(db, (tx) => findSimilar(tx, words, among))
  const list = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`
  return {
    condition: sql`${classSearch.classId} = any (${list})`,
    rank: sql`-array_position(${list}, ${classSearch.classId})`,
  }
}

/** Returns the ids of the classes that resemble the words most, the best first. */
async function findSimilar(tx: Database, words: string[], among: SQL | undefined): Promise<string[]> {
  const threshold = 'pg_trgm.word_similarity_threshold'
  const [settings] = await tx
    .select({
      isAvailable: sql<boolean>`to_regprocedure('word_similarity(text,text)') is not null`,
      threshold: sql`set_config(${threshold}, ${`${MIN_SIMILARITY}`}, true)`,
    })
    .from(sql`(select 1) one`)
  if (!settings?.isAvailable) return []
  const similarity = sql.join(
    words.map((word) => sql`word_similarity(${word}, ${classSearch.words})`),
    sql` + `,
  )
  const rows = await tx
    .select({ id: classSearch.classId })
    .from(classSearch)
    .innerJoin(classes, eq(classes.id, classSearch.classId))
    .where(and(among, ...words.map(resembles)))
    .orderBy(desc(similarity), desc(classes.createdAt), classes.id)
    .limit(MAX_SIMILAR)
  return rows.map(({ id }) => id)
}

function resembles(word: string): SQL {
  const contains = sql`${classSearch.document} @@ ${combine([toQuery(word, ':*')])}`
  return word.length < MIN_SIMILAR_LENGTH ? contains : sql`(${contains} or ${word} <% ${classSearch.words})`
}

/** Returns the words of a text like the database's `fold_text`: in lower case, without accents, each once. */
export function toWords(text: string): string[] {
  const words = foldLetters(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}
