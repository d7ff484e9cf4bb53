/** Lets one process at a time install or build: `npm start` and `npm test` may begin together in a fresh clone. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WAIT_MS = 200

/**
 * Runs `work` while no other process runs its own under the same lock. The lock of a process that has ended does not count.
 * @param {string} folder where the lock is
 * @param {() => void} work
 */
export function runOneAtATime(folder, work) {
  const lock = join(folder, '.preparing')
  takeLock(lock)
  const removeLock = () => rmSync(lock, { force: true })
  // `work` may end the process.
  process.once('exit', removeLock)
  try {
    work()
  } finally {
    process.off('exit', removeLock)
    removeLock()
  }
}

/** @param {string} lock */
function takeLock(lock) {
  for (let hasSaidSo = false; ; ) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const owner = readOwner(lock)
    if (owner !== null && !isRunning(owner)) {
      rmSync(lock, { force: true })
      continue
    }
    if (owner !== null && !hasSaidSo) {
      console.log(`Waiting for process ${owner}, which installs or builds here …`)
      hasSaidSo = true
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
  }
}

/** Returns the id of the process that has the lock, or null while it is taken or given up. @param {string} lock */
function readOwner(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null
    throw error
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
