/** Identifiers of the vocabulary that STYLE.md replaced. Each is unambiguous: no plain English code needs it. */
export const RETIRED = [
  ...list(
    'openDoors openSchool TestSchool SchoolProcess Parts Kept KeptAnswers keptFor firstPause longestPause secondsPerTry',
  ),
  ...list(
    'Letter Letters Deed Refusal Refused TooManyTries Notices notices standing FAULT_OF_OURS pictureFirst typingFirst',
  ),
  ...list('Matter Titled Arriving IntoSight useAsNow InsidersPage AccountRoom OnWall Darkroom darkroom PlayedClass'),
  ...list('Wanderer wanderer withoutLocks Trouble trouble StandIn standIn moveAttempt movePayment moveRefund'),
  ...list('settleBy settleIfPaid OrderLife orderLife PATIENCE PATIENCE_MS Who Ears Shelf'),
  ...list('thirdParty thirdParties ThirdParty ThirdParties demoIdentity Studio Office'),
]

/** Beginnings of identifiers of limits, which are `MAX_` and `MIN_` now. */
export const RETIRED_PREFIXES = ['MOST_', 'LARGEST_', 'LEAST_']

/** Participles that named variables and parameters. */
export const RETIRED_BINDINGS = list(
  'said asked told heard kept meanwhile theirs found written known taken seen wanted given fitting',
)

/** Files of the former layout. */
export const RETIRED_FILES = list(
  'open-doors.ts parts.ts kept.ts letters.ts notices.ts life.ts moves.ts order-life.ts who.ts darkroom.ts wall.tsx',
)

function list(names: string): string[] {
  return names.split(' ')
}
