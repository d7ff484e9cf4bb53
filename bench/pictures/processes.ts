/** What processes have had of the machine, as Linux counts it. */
import { readFile, writeFile } from 'node:fs/promises'

/** The only child of a process. Source: proc_pid_task(5) */
export async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())
}

/** The most that a process ever had in memory. Source: VmHWM in proc_pid_status(5), in units of 1024 bytes */
export async function peakMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Forgets what a process had in memory before. Source: /proc/pid/clear_refs in proc(5) */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Seconds of processor that a process had, all threads together. Source: utime and stime in proc_pid_stat(5), in hundredths */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(utime) + Number(stime)) / 100
}
