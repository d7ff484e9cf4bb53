import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

it.each(['docs/security.md', 'docs/threat-model.md', 'docs/failures.md', 'SECURITY.md'])(
  '%s links to files that exist',
  (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(1)
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([])
  },
)
