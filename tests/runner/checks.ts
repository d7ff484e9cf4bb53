/** The checks that need no build: each is a list of commands that run one after the other. */
import { captureTool, type Result, sum } from './tools.ts'

interface Check {
  name: string
  commands: [tool: string, ...args: string[]][]
  /** The output is shown although the check passes. */
  isVerbose?: boolean
}

export const STATIC_CHECKS: Check[] = [
  { name: 'format and lint', commands: [['biome', 'ci', '--error-on-warnings', '.']] },
  { name: 'types', commands: [['react-router', 'typegen'], ['tsc']] },
]

/** Tests that read the sources only. They are part of every run of vitest as well. */
const SOURCE_TESTS = ['structure', 'patterns'].map((name) => `tests/${name}.test.ts`)

export const SOURCE_CHECKS: Check[] = [
  {
    name: 'structure and patterns',
    commands: [['vitest', 'run', '--project', 'unit', ...SOURCE_TESTS]],
    isVerbose: true,
  },
]

/** Runs checks side by side and prints the result of each when it ends, with its output where it failed. */
export async function runChecks(checks: Check[]): Promise<Result> {
  return sum(await Promise.all(checks.map(runCheck)))
}

async function runCheck({ name, commands, isVerbose = false }: Check): Promise<Result> {
  const begun = performance.now()
  const outputs: string[] = []
  let isPassing = true
  for (const [tool, ...args] of commands) {
    const { code, output } = await captureTool(tool, args)
    outputs.push(output)
    isPassing = code === 0
    if (!isPassing) break
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  if (!isPassing || isVerbose) console.log(outputs.join('\n'))
  console.log(`${isPassing ? '✓' : '✗'} ${name} (${seconds} s)`)
  return isPassing ? { passed: 1, failures: [] } : { passed: 0, failures: [name] }
}
