import { expect, it } from 'vitest'
import { drawExportPage, readExportPage } from '../ops/export-docs.ts'

it('docs/export.md shows every file and every column of an export', () => {
  expect(readExportPage(), 'run: npm run export-docs').toBe(drawExportPage())
})
