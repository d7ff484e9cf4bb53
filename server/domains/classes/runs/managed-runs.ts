/** Reads runs as their instructor and admins see them. */
import { desc, eq } from 'drizzle-orm'
import type { ClassRuns } from '#contract/run-editing.ts'
import type { Run } from '#contract/runs.ts'
import { must } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { runAsJson, toManagedRun } from '../class-runs.ts'
import { classes } from '../classes.table.ts'
import { type ClassRow, matchesOwner } from '../classes.ts'
import { byStart, isOfClass, runs } from './runs.table.ts'

/** Returns all runs of a class with their sessions, in order of their start. */
export async function list(
  ctx: Pick<Context, 'db' | 'currency' | 'school'>,
  { id, listPriceMinor }: Pick<ClassRow, 'id' | 'listPriceMinor'>,
): Promise<Run[]> {
  const rows = await ctx.db
    .select({ run: runAsJson })
    .from(runs)
    .where(isOfClass(id))
    .orderBy(...byStart)
  return rows.map(({ run }) => toManagedRun(run, { ctx, listPriceMinor }))
}

/** Returns the classes of an instructor with all of their runs, the newest class first. */
export async function listByInstructor(
  ctx: Pick<Context, 'db' | 'currency' | 'school'>,
  instructorId: string,
): Promise<ClassRuns[]> {
  const rows = await ctx.db
    .select({ class: classes, run: runAsJson })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(matchesOwner(instructorId))
    .orderBy(desc(classes.createdAt), classes.id, ...byStart)
  const byClass = Map.groupBy(rows, (row) => row.class.id)
  return [...byClass.values()].map((ofClass) => {
    const { id: _id, name: className, image: classImage, withdrawnAt, listPriceMinor } = must(ofClass[0]).class
    return {
      ...{ _id, className, classImage, ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt }) },
      runs: ofClass.map(({ run }) => toManagedRun(run, { ctx, listPriceMinor })),
    }
  })
}

/** Returns a run of a class with its sessions. */
export async function read(
  ctx: Pick<Context, 'db' | 'currency' | 'school'>,
  { listPriceMinor }: Pick<ClassRow, 'listPriceMinor'>,
  id: string,
): Promise<Run> {
  const [row] = await ctx.db.select({ run: runAsJson }).from(runs).where(eq(runs.id, id))
  return toManagedRun(must(row).run, { ctx, listPriceMinor })
}
