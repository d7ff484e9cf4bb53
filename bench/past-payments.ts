/** SQL for payments of the past, with their attempts and enrolments. */

export const PAST_PRICE_MINOR = 4_999

/** The columns that an attempt and a payment copy from user and class. */
const COPIED = 'user_id, class_id, run_id, cart_id, email, name, class_name, class_image, currency'

/** A payment every 158 seconds until now: a million in five years. */
const CREATED = '(extract(epoch from now()) * 1000)::bigint - (row_number() over ()) * 157680'

/** Selects a row for each payment. `source` names users `u` and, if not all of them bought each class `c` with its run `r`, which did. */
const select = (source: string) => `create temp table past as
  select gen_random_uuid() attempt, gen_random_uuid() payment, row_number() over () n, ${CREATED} created_at,
    u.id user_id, c.id class_id, r.id run_id, gen_random_uuid() cart_id, u.email, u.name, c.name class_name,
    c.image class_image, ${PAST_PRICE_MINOR} price, 'usd' currency
  from classes c join runs r on r.class_id = c.id, ${source}`

/** Returns the statements that insert the payments; they leave the temporary table `past`. */
export function buildPastPayments(source: string): string[] {
  return [
    select(source),
    // The plans of triggers and foreign keys stay those for tables that were small when the statement began.
    'set enable_seqscan = off',
    `insert into payment_attempts (id, ${COPIED}, list_price_minor, amount_minor, status, intent_id, held_since, held_until, created_at)
       select attempt, ${COPIED}, price, price, 'settled', 'pi_past' || n, created_at, created_at, created_at from past`,
    `insert into payments (id, attempt_id, ${COPIED}, amount_paid_minor, transaction_id, status, created_at)
       select payment, attempt, ${COPIED}, price, 'pi_past' || n, 'paid', created_at from past`,
    'insert into enrolments (user_id, class_id, run_id, payment_id, created_at, is_told) select user_id, class_id, run_id, payment, created_at, true from past',
    'reset enable_seqscan',
  ]
}
