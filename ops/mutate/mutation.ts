/** A mutation breaks one rule of the code on purpose, so that a test must fail. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mutation {
  /** The file to change, from the project's folder. */
  file: string
  /** A text that occurs once in the file. */
  find: string
  replace: string
  /** The promise that the mutation breaks, in a sentence. */
  rule: string
  /** The test files that must notice it. */
  tests: string[]
}

/** Returns the file's text with the mutation. @throws Error where the text to change does not occur exactly once */
export function mutate(root: string, { file, find, replace }: Mutation): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find)
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times instead of once: ${find}`)
  return parts.join(replace)
}

/** Lists what is wrong with mutations: files that are missing, texts that do not occur once. */
export function listProblems(root: string, mutations: Mutation[]): string[] {
  return mutations.flatMap((mutation) => {
    const missing = [mutation.file, ...mutation.tests].filter((file) => !existsSync(join(root, file)))
    if (missing.length > 0) return missing.map((file) => `${file}: does not exist (${mutation.rule})`)
    try {
      mutate(root, mutation)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
}

/** Selects the mutations whose file or rule contains one of the names. Without names, selects all. */
export function selectMutations(mutations: Mutation[], names: string[]): Mutation[] {
  if (names.length === 0) return mutations
  return mutations.filter(({ file, rule }) =>
    names.some((name) => `${file} ${rule}`.toLowerCase().includes(name.toLowerCase())),
  )
}
