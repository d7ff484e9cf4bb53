/** Chooses by the size of the run: `npm test` runs small, `npm run test:long` runs the same tests large. */
export function sized<T>(short: T, long: T): T {
  return process.env.TEST_SIZE === 'long' ? long : short
}
