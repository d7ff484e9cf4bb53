/** Memory and CPU time of processes, as Linux counts them. */
import { readFile, writeFile } from 'node:fs/promises'

/** Returns the only child of a process. */
export async function findChild(pid: number): Promise<number> {
  const [child = Number.NaN] = await listChildren(pid)
  return child
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
