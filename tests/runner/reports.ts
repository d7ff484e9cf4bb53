/** Reads the reports that vitest and Playwright write as JSON. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { type Result, ROOT } from './tools.ts'

/** Reads vitest's report. A tool that failed outside of its tests counts as one failure. */
export function readVitestReport(file: string, code: number): Result {
  const report = readReport<JsonTestResults>(file)
  const failures = report?.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const tests = failed.map((test) => toText(relative(ROOT, name), test.fullName, test.failureMessages?.[0]))
    return message && tests.length === 0 ? [toText(relative(ROOT, name), 'the file', message)] : tests
  })
  return toResult('vitest', code, report?.numPassedTests, failures)
}

/** Reads Playwright's report. A tool that failed outside of its tests counts as one failure. */
export function readPlaywrightReport(file: string, code: number): Result {
  const report = readReport<JSONReport>(file)
  const failures = report?.suites.flatMap(listSpecs).flatMap(({ ok, file, title, tests }) => {
    const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message
    return ok ? [] : [toText(`tests/e2e/${file}`, title, message)]
  })
  return toResult('playwright', code, report?.stats.expected, failures)
}

const listSpecs = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [
  ...specs,
  ...suites.flatMap(listSpecs),
]

const toText = (file: string, title: string, message = '') => `${file}: ${title}\n${message}`.trim()

function toResult(tool: string, code: number, passed = 0, failures: string[] = []): Result {
  const isUnexplained = code !== 0 && failures.length === 0
  return { passed, failures: isUnexplained ? [`${tool} ended with ${code}`] : failures }
}

/** Returns the report of a runner, or null where it ended before it wrote one. */
function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
