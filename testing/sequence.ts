/** The order of test files: the longest begin first, so that no processor waits for the last one. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of half a minute and more, most of which start server processes. Their size does not show how long they take. */
const LONG = [
  'tests/faults/crashes.test.ts',
  'tests/dev.test.ts',
  'tests/start.test.ts',
  'tests/toy-domain.test.ts',
  'payments/lives.test.ts',
  'payments/model.test.ts',
  'database/embedded.test.ts',
  'waiting/waiting.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((specification) => !isLong(specification))]
  }
}
