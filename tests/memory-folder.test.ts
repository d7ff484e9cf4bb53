import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTemporaryFolder } from './runner/memory-folder.ts'

describe('the temporary files of a test run', () => {
  const folder = import.meta.dirname
  const { bavail, bsize } = statfsSync(folder)

  it('are in the folder in memory if it has enough room', () => {
    expect(findTemporaryFolder(folder, (bavail * bsize) / 2)).toBe(folder)
  })

  it('are where they are by default if it has too little, or does not exist', () => {
    expect(findTemporaryFolder(folder, bavail * bsize * 2)).toBe(tmpdir())
    expect(findTemporaryFolder(join(folder, 'nowhere'), 0)).toBe(tmpdir())
  })
})
