import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { findTemporaryFolder } from './runner/memory-folder.ts'
import { readVitestReport } from './runner/reports.ts'
import { runTool } from './runner/tools.ts'

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

it('a tool of a test run that does not start is one failure', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const code = await runTool('no-such-tool', [])
  expect(error).toHaveBeenCalledWith(expect.stringContaining('ENOENT'))
  expect(readVitestReport(join(import.meta.dirname, 'none.json'), code)).toEqual({
    passed: 0,
    failures: ['vitest ended with 1'],
  })
  error.mockRestore()
})
