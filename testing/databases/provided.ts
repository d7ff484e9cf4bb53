/** The databases that the global set-up of a run provides to its tests. The embedded ones are paths of dumps. */
export type ProvidedDatabase = { kind: 'embedded'; empty: string; snapshot: string } | { kind: 'postgres'; url: string }

/** The migrated database on the PostgreSQL server that tests copy. */
export const TEMPLATE = 'template_school'

declare module 'vitest' {
  export interface ProvidedContext {
    database: ProvidedDatabase
  }
}
