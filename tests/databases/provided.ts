/** What the set-up of a run hands to its tests. */
export type ProvidedDatabase = { kind: 'embedded'; snapshot: string } | { kind: 'postgres'; url: string }

declare module 'vitest' {
  export interface ProvidedContext {
    database: ProvidedDatabase
  }
}
