import { defineConfig } from 'drizzle-kit'

/** `npm run migration -- NAME` writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/**/*.table.ts',
  out: './server/platform/database/migrations',
  casing: 'snake_case',
})
