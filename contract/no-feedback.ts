/** What a class carries until an admin writes something, and what the public always reads. No zod: pages compare with it. */
export const NO_FEEDBACK = 'no feedback'
