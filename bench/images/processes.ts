/** Memory and CPU time of processes, as Linux counts them. */
import { readFile, writeFile } from 'node:fs/promises'

/** Returns the child that a process has started last. */
export async function findChild(pid: number): Promise<number> {
  return (await listChildren(pid)).at(-1) ?? Number.NaN
}

/** Returns the children of a process. Source: proc_pid_task(5) */
export async function listChildren(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
}

/** Returns the peak memory of a process. Source: VmHWM in proc_pid_status(5), in units of 1024 bytes */
export function readPeakMegabytes(pid: number): Promise<number> {
  return readStatus(pid, 'VmHWM')
}

/** Returns the memory of a process now. Source: VmRSS in proc_pid_status(5), in units of 1024 bytes */
export function readMegabytes(pid: number): Promise<number> {
  return readStatus(pid, 'VmRSS')
}

/** Returns the memory of all processes below one, what they share counted once. Source: Pss of smaps_rollup in proc_pid_smaps(5) */
export async function readSharesOfChildren(pid: number): Promise<number> {
  const shares = (await listChildren(pid)).map(async (child) => {
    const rollup = await readFile(`/proc/${child}/smaps_rollup`, 'utf8')
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(rollup) ?? []
    return Math.round(Number(kilobytes) / 1024) + (await readSharesOfChildren(child))
  })
  return (await Promise.all(shares)).reduce((sum, share) => sum + share, 0)
}

async function readStatus(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Resets the peak memory of a process. Source: /proc/pid/clear_refs in proc(5) */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Returns the CPU seconds of a process with all its threads. Source: utime and stime in proc_pid_stat(5), in hundredths */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(utime) + Number(stime)) / 100
}
