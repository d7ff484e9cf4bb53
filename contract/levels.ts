/** The experience that a class expects. No zod, so that every page may import it. */
export const LEVELS = ['any', 'beginner', 'intermediate', 'advanced'] as const

/** The levels as users read them. */
export const LEVEL_LABELS: Record<(typeof LEVELS)[number], string> = {
  any: 'All levels',
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}
