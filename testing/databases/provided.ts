/** The migrated database on the PostgreSQL server that tests copy. */
export const TEMPLATE = 'template_school'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a database on the server of the run. Absent in projects without one. */
    database: string
  }
}
