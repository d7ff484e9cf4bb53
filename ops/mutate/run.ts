/**
 * `npm run mutate`: breaks one rule of the code at a time, in a copy, and checks that a test fails. Arguments name the mutations by a
 * part of file or rule. `--check` only checks that every mutation still fits the code. `--root` and `--mutations` (a JSON file) take
 * another project.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../ensure-built.mjs'
import { listProblems, type Mutation, mutate, selectMutations } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'
import { runTests } from './run-tests.ts'
import { createWorkspace, removeWorkspace } from './workspace.ts'

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, root: { type: 'string' }, mutations: { type: 'string' } },
})
const root = resolve(options.root ?? join(import.meta.dirname, '../..'))
const all: Mutation[] = options.mutations ? JSON.parse(readFileSync(options.mutations, 'utf8')) : MUTATIONS
const selected = selectMutations(all, names)
if (selected.length === 0) console.error(`No mutation has ${names.join(' or ')} in its file or rule.`)
process.exitCode = selected.length > 0 && (await run(selected)) ? 0 : 1

/** Returns whether every mutation is killed, or with `--check` whether each fits the code. */
async function run(mutations: Mutation[]): Promise<boolean> {
  const problems = listProblems(root, mutations)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return false
  if (options.check) {
    console.log(`${mutations.length} mutations fit the code.`)
    return true
  }
  if (!options.root) ensureBuilt()
  const folder = createWorkspace(root)
  process.once('exit', () => removeWorkspace(folder))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return (await passUnchanged(folder, mutations)) && killAll(folder, mutations)
}

/** A failing test says nothing about a mutation if it fails without it too. */
async function passUnchanged(folder: string, mutations: Mutation[]): Promise<boolean> {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))]
  const outcome = await runTests(folder, tests)
  if ('passed' in outcome) return true
  console.error('The tests fail without a mutation:', 'failed' in outcome ? outcome.failed : outcome.broken)
  return false
}

async function killAll(folder: string, mutations: Mutation[]): Promise<boolean> {
  let killed = 0
  for (const mutation of mutations) if (await kill(folder, mutation)) killed++
  console.log(`${killed} of ${mutations.length} killed`)
  return killed === mutations.length
}

/** Applies one mutation, runs its tests, and restores the file. Returns whether a test failed. */
async function kill(folder: string, mutation: Mutation): Promise<boolean> {
  const file = join(folder, mutation.file)
  const original = readFileSync(file)
  writeFileSync(file, mutate(folder, mutation))
  const outcome = await runTests(folder, mutation.tests)
  writeFileSync(file, original)
  const isKilled = 'failed' in outcome
  console.log(`${isKilled ? '✓ killed  ' : '✗ survived'} ${mutation.file}: ${mutation.rule}`)
  if (isKilled) console.log(`    by: ${outcome.failed}`)
  if ('broken' in outcome) console.log(`    no test failed, but the run did: ${outcome.broken}`)
  return isKilled
}
