import { createdAt, type ExportedTable, flag, id, minor, reference, text, time } from './columns.ts'

/** What a purchase was made from, copied when it began. */
const purchase = {
  user_id: reference('users'),
  class_id: reference('classes'),
  run_id: reference('runs'),
  cart_id: text('id of the selection that was paid for'),
  email: text('e-mail address of the student at that time'),
  name: text('name of the student at that time'),
  class_name: text('name of the class at that time'),
  class_image: text('URL of the picture at that time'),
}

/** Selections, payments and refunds. */
export const SALES: ExportedTable[] = [
  {
    table: 'cart_items',
    meaning: 'Selected classes that are not paid for.',
    columns: {
      id,
      user_id: reference('users'),
      class_id: reference('classes'),
      run_id: reference('runs'),
      list_price_minor: minor('price that the student has seen'),
      created_at: createdAt,
    },
  },
  {
    table: 'payment_attempts',
    meaning: 'Checkouts that were begun.',
    columns: {
      id,
      ...purchase,
      list_price_minor: minor('list price'),
      amount_minor: minor('amount to pay'),
      currency: text('ISO 4217, lower case'),
      status: text('state'),
      intent_id: text('id at the card provider'),
      held_since: time('when the seat was held'),
      held_until: time('until when the seat is held'),
      email_confirmed: flag('the address was confirmed then'),
      created_at: createdAt,
    },
  },
  {
    table: 'payments',
    meaning: 'Payments, refunded ones included.',
    columns: {
      id,
      attempt_id: reference('payment_attempts'),
      ...purchase,
      amount_paid_minor: minor('amount paid'),
      currency: text('ISO 4217, lower case'),
      transaction_id: text('id at the card provider'),
      status: text('pending, paid or refunded'),
      is_disputed: flag("the cardholder's bank reviews it"),
      receipt: text('number of the receipt'),
      created_at: createdAt,
    },
  },
  {
    table: 'payment_refunds',
    meaning: 'Refunds of payments.',
    columns: {
      id,
      payment_id: reference('payments'),
      reason: text('why'),
      requested_by: text('id in users.csv; empty for an automatic refund'),
      status: text('state at the card provider'),
      problem: text('why the money could not be sent'),
      round: text('number of the attempt'),
      created_at: createdAt,
    },
  },
  {
    table: 'payment_incidents',
    meaning: 'Reports of the card provider that an admin must handle.',
    columns: {
      id,
      payment_id: text('id in payments.csv; empty where the payment is unknown'),
      intent_id: text('id at the card provider'),
      text: text('what happened'),
      created_at: createdAt,
    },
  },
]
