/** Fields that an import reads from the files that we know. No zod, so that the page may import it. */

export const IMPORT_KINDS = ['users', 'classes', 'enrolments'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export interface ImportField {
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

export const EMAIL_HEADERS = ['email', 'emailaddress', 'mail', 'student', 'studentemail', 'attendeeemail']
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

export const CLASS_HEADERS = ['class', 'classname', 'course', 'coursename', 'eventname', 'event', 'workshop', 'title']

const ENROLMENT: ImportField[] = [
  ...PERSON,
  { name: 'class', label: 'Class', required: true, headers: CLASS_HEADERS },
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
      { name: 'name', label: 'Class name', required: true, headers: ['name', ...CLASS_HEADERS] },
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
