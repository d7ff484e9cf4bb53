import { createdAt, type ExportedTable, flag, id, minor, reference, text, time, version } from './columns.ts'

/** Who takes part in classes, and their material. */
export const LEARNING: ExportedTable[] = [
  {
    table: 'class_materials',
    meaning: 'Material for enrolled students.',
    columns: {
      class_id: reference('classes'),
      text: text('text; a blank line begins a paragraph'),
      links: text('links with names (JSON)'),
      version,
      updated_at: time('the last edit'),
    },
  },
  {
    table: 'material_readings',
    meaning: 'Who has read material before a cancellation.',
    columns: {
      payment_id: reference('payments'),
      user_id: reference('users'),
      class_id: reference('classes'),
      created_at: createdAt,
    },
  },
  {
    table: 'enrolments',
    meaning: 'Who takes part or took part: an enrolment that ended stays.',
    columns: {
      id,
      user_id: reference('users'),
      class_id: reference('classes'),
      run_id: reference('runs'),
      source: text('how the student came in, such as payment'),
      payment_id: reference('payments'),
      granted_by: text('id in users.csv of the person who enrolled a student without payment'),
      reason: text('why without payment'),
      list_price_minor: minor('list price when the student obtained the place'),
      start_limit: time('the earliest start of the dates that the student moved from and to'),
      created_at: createdAt,
      ended_at: time('the end of the enrolment'),
      end_reason: text('why it ended, such as cancelled'),
      ended_by: text('id in users.csv of the person who ended it'),
    },
  },
  {
    table: 'attendance',
    meaning: 'Who was present.',
    columns: {
      session_id: reference('run_sessions'),
      enrolment_id: reference('enrolments'),
      created_at: time('when it was recorded'),
    },
  },
  {
    table: 'calendars',
    meaning: 'Whether users want reminders.',
    columns: { user_id: reference('users'), reminds_by_email: flag('reminders are sent by e-mail') },
    leftOut: {
      feed_id: "the key of the calendar's address",
      feed_created_at: 'ends the address',
      feed_confirmed: 'ends the address',
    },
  },
  {
    table: 'session_reminders',
    meaning: 'Reminders that were sent, so that none is sent twice.',
    columns: {
      session_id: reference('run_sessions'),
      enrolment_id: reference('enrolments'),
      lead: text('two_days or two_hours before'),
      starts_at: time('the start that the reminder named'),
    },
  },
]
