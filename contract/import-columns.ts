/** What an import reads from the columns of a file, and how it guesses them from the headers. No zod, so that the page may import it. */

export const IMPORT_KINDS = ['users', 'classes', 'enrolments'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Where the values of a field come from: a column, by its index from 0, or one value for all rows. */
export type ImportSource = { column: number } | { value: string }
export type ImportColumns = Record<string, ImportSource>

interface ImportField {
  name: string
  label: string
  required?: true
  /** The value for all rows, unless a column is found. */
  value?: string
  /** Headers that name it, without spaces and punctuation. */
  headers: string[]
}

export interface ImportPreset {
  kind: ImportKind
  label: string
  fields: ImportField[]
}

const NAME_PARTS: ImportField[] = [
  { name: 'first_name', label: 'First name', headers: ['firstname', 'givenname', 'vorname', 'attendeefirstname'] },
  {
    name: 'last_name',
    label: 'Last name',
    headers: ['lastname', 'surname', 'familyname', 'nachname', 'attendeelastname', 'attendeesurname'],
  },
]

const EMAIL_HEADERS = ['email', 'emailaddress', 'mail', 'student', 'studentemail', 'attendeeemail']
const EMAIL: ImportField = { name: 'email', label: 'E-mail', required: true, headers: EMAIL_HEADERS }

const PERSON: ImportField[] = [
  { name: 'name', label: 'Name', headers: ['name', 'fullname', 'studentname', 'attendeename'] },
  ...NAME_PARTS,
  EMAIL,
]

const WHEN: ImportField[] = [
  {
    name: 'date',
    label: 'Date',
    headers: ['date', 'day', 'startdate', 'eventstartdate', 'dateattending', 'eventdate'],
  },
  { name: 'start', label: 'Start', headers: ['start', 'starttime', 'time', 'eventstarttime', 'from'] },
]

const CLASS_NAMES = ['class', 'classname', 'course', 'coursename', 'eventname', 'event', 'workshop', 'title']

const ENROLMENT: ImportField[] = [
  ...PERSON,
  { name: 'class', label: 'Class', required: true, headers: CLASS_NAMES },
  ...WHEN,
]

/** The files that we know, by the name of the preset. */
export const IMPORT_PRESETS: Record<ImportKind | 'eventbrite', ImportPreset> = {
  users: {
    kind: 'users',
    label: 'Users',
    fields: [...PERSON, { name: 'role', label: 'Role', required: true, value: 'student', headers: ['role', 'type'] }],
  },
  classes: {
    kind: 'classes',
    label: 'Classes',
    fields: [
      { name: 'name', label: 'Class name', required: true, headers: ['name', ...CLASS_NAMES] },
      {
        name: 'instructor',
        label: 'Instructor e-mail',
        required: true,
        headers: ['instructoremail', 'instructor', 'teacher', 'teacheremail', 'email'],
      },
      { name: 'seats', label: 'Seats', required: true, headers: ['seats', 'availableseats', 'places', 'capacity'] },
      { name: 'price', label: 'Price', required: true, headers: ['price', 'fee', 'cost'] },
      { name: 'description', label: 'Description', headers: ['description', 'text', 'about'] },
      { name: 'level', label: 'Level', headers: ['level'] },
      ...WHEN,
      { name: 'end', label: 'End', headers: ['end', 'endtime', 'until', 'to'] },
      { name: 'time_zone', label: 'Time zone', headers: ['timezone', 'zone', 'eventtimezone'] },
      { name: 'place', label: 'Place', headers: ['place', 'location', 'venue'] },
      { name: 'address', label: 'Address', headers: ['address', 'placeaddress', 'venueaddress'] },
    ],
  },
  enrolments: { kind: 'enrolments', label: 'Enrolments', fields: ENROLMENT },
  eventbrite: {
    kind: 'enrolments',
    label: 'Enrolments from Eventbrite (attendees)',
    fields: [...ENROLMENT, { name: 'status', label: 'Attendee status', headers: ['attendeestatus'] }],
  },
}

export type ImportPresetName = keyof typeof IMPORT_PRESETS

/** Returns the preset that fits the headers best. */
export function guessPreset(headers: string[]): ImportPresetName {
  const names = new Set(headers.map(normalize))
  if (names.has('attendeestatus') || names.has('attendeeemail')) return 'eventbrite'
  if (names.has('seats') || names.has('availableseats') || names.has('price')) return 'classes'
  const hasEmail = EMAIL_HEADERS.some((name) => names.has(name))
  return hasEmail && CLASS_NAMES.some((name) => names.has(name)) ? 'enrolments' : 'users'
}

/** Returns a column for each field that a header names, none for two fields, and the value of a field that has one. */
export function guessColumns(preset: ImportPresetName, headers: string[]): ImportColumns {
  const names = headers.map(normalize)
  const columns: ImportColumns = {}
  const used = new Set<number>()
  for (const { name, headers: candidates, value } of IMPORT_PRESETS[preset].fields) {
    const column = candidates.map((candidate) => names.indexOf(candidate)).find((at) => at >= 0 && !used.has(at))
    if (column !== undefined) {
      used.add(column)
      columns[name] = { column }
    } else if (value !== undefined) columns[name] = { value }
  }
  return columns
}

/** Returns the label of the first required field without a column or a value, or null. */
export function findMissingField(preset: ImportPreset, columns: ImportColumns): string | null {
  const isMissing = ({ name, required }: ImportField) => required && !hasValue(columns[name])
  return preset.fields.find(isMissing)?.label ?? null
}

function hasValue(source: ImportSource | undefined): boolean {
  return source !== undefined && ('column' in source || source.value.trim() !== '')
}

function normalize(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
