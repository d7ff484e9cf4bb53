import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --name what-changes` writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/**/*.table.ts',
  out: './server/database/migrations',
  casing: 'snake_case',
})
