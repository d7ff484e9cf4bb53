/** The feedback of a class until an admin writes one, and in public responses. No zod, so that pages may import it. */
export const NO_FEEDBACK = 'no feedback'
