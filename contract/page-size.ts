/** How many rows a page of a list has, unless it is said. No zod: every list of the dashboard counts with it. */
export const ROWS_A_PAGE = 25
