import { MAX_CANCELLATIONS_AFTER_READING } from '#contract/values/limits.ts'

/** Warns a student who has cancelled a class after reading its material. Renders nothing for others. */
export function CancellationNote({ left }: { left: number }) {
  if (left >= MAX_CANCELLATIONS_AFTER_READING) return null
  return <p className="max-w-prose text-soft">{describeCancellationsLeft(left)}</p>
}

/** Returns what a student may still do. @param left how often they may cancel after reading the material */
export function describeCancellationsLeft(left: number): string {
  if (left > 0) return "You've cancelled this class before, after reading its material. You can do so once more."
  return "You've cancelled this class twice after reading its material. You can't cancel it once you've read it again."
}
