/**
 * Every call once: the server, the browser, the tests and /api/openapi.json come from this page.
 * Each answers with its `answer`, or with errors.ts' body. Checks come in this order: who, body and query, existence, conflict.
 */
import { z } from 'zod'
import { AccountData, Deletion } from './account.ts'
import { CartItem, Selection } from './cart.ts'
import { ClassChange, Feedback, Instructor, InstructorSummary, NewClass, SchoolClass } from './classes.ts'
import { endpoint } from './endpoint.ts'
import { Deleted, Email, Id, Inserted, Modified, OwnEmail } from './fields.ts'
import { Review, Slide } from './home.ts'
import { Accepted, Confirmed, NewsletterRequest, NewsletterToken, Unsubscribed } from './newsletter.ts'
import { EnrolledClass, Intent, IntentRequest, Payment, PaymentReport, PaymentResult } from './payments.ts'
import { ProfileChange, Token, TokenRequest, User, UserInfo, UserWithRoles } from './users.ts'

const ById = z.object({ id: Id })
const ByEmail = z.object({ email: Email })
const ownQuery = { in: 'query', field: 'email' } as const

export const api = {
  // Identity and people
  issueToken: endpoint({
    method: 'POST',
    path: '/jwt',
    summary: "Exchanges the identity provider's proof for a token of 30 minutes.",
    who: 'proof',
    body: TokenRequest,
    answer: Token,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/users',
    summary: "Makes the user record of the proof's e-mail, a student; insertedId is null where there is one already.",
    who: 'proof',
    body: UserInfo,
    answer: z.object({ insertedId: Id.nullable() }),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/user/{email}',
    summary: 'The user record with its role.',
    who: 'user',
    own: { in: 'params', field: 'email', except: 'admin' },
    params: ByEmail,
    answer: UserWithRoles,
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/user/{email}',
    summary: "Changes the caller's own name and picture; the identity provider keeps its own.",
    who: 'user',
    own: { in: 'params', field: 'email' },
    params: ByEmail,
    body: ProfileChange,
    answer: Modified,
  }),
  getOwnData: endpoint({
    method: 'GET',
    path: '/account/data',
    summary: 'Everything that the school keeps of the caller, to be taken out as a file.',
    who: 'user',
    answer: AccountData,
  }),
  deleteOwnAccount: endpoint({
    method: 'POST',
    path: '/account/deletion',
    summary:
      "Deletes the account of the proof's e-mail, by its password or a sign-in of the last minutes; what was paid for stays on record.",
    who: 'proof',
    body: Deletion,
    answer: Deleted,
    limit: { most: 10, minutes: 10 },
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'All users, newest first.',
    who: 'admin',
    answer: z.array(User),
  }),
  makeInstructor: endpoint({
    method: 'PATCH',
    path: '/user/instructor/{id}',
    summary: 'Makes a user an instructor; an admin too, but not oneself and not the last.',
    who: 'admin',
    params: ById,
    answer: Modified,
  }),
  makeAdmin: endpoint({
    method: 'PATCH',
    path: '/user/admin/{id}',
    summary: 'Makes a user an admin.',
    who: 'admin',
    params: ById,
    answer: Modified,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/user/{id}',
    summary: 'Deletes a user, but not oneself and not the last admin; what they paid for stays on record.',
    who: 'admin',
    params: ById,
    answer: Deleted,
  }),

  // The public site
  listSlides: endpoint({
    method: 'GET',
    path: '/sliders',
    summary: "The hero slider's slides.",
    who: 'anyone',
    answer: z.array(Slide),
    kept: true,
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/reviews',
    summary: 'The testimonials.',
    who: 'anyone',
    answer: z.array(Review),
    kept: true,
  }),
  listPopularClasses: endpoint({
    method: 'GET',
    path: '/all-classes-sort',
    summary: 'The 6 approved classes with the most enrolments.',
    who: 'anyone',
    answer: z.array(SchoolClass),
    kept: true,
  }),
  listTopInstructors: endpoint({
    method: 'GET',
    path: '/instructor/class-sort',
    summary: 'The 6 instructors with the most enrolments in their approved classes.',
    who: 'anyone',
    answer: z.array(InstructorSummary),
    kept: true,
  }),
  listInstructors: endpoint({
    method: 'GET',
    path: '/instructors',
    summary: 'All instructors, newest first.',
    who: 'anyone',
    answer: z.array(Instructor),
    kept: true,
  }),
  listApprovedClasses: endpoint({
    method: 'GET',
    path: '/all-classes',
    summary: 'All approved classes, newest first.',
    who: 'anyone',
    answer: z.array(SchoolClass),
    kept: true,
  }),

  // The newsletter
  subscribeToNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter',
    summary: 'Sends a letter with a link to the address; the answer does not tell whether it is subscribed already.',
    who: 'anyone',
    body: NewsletterRequest,
    answer: Accepted,
    limit: { most: 5, minutes: 10 },
  }),
  confirmNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    summary: 'Confirms a subscription by the token of its link, which is good for 7 days. Repeating it is fine.',
    who: 'anyone',
    body: NewsletterToken,
    answer: Confirmed,
  }),
  unsubscribeFromNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    summary: 'Ends a subscription by the token of its link. Repeating it is fine.',
    who: 'anyone',
    body: NewsletterToken,
    answer: Unsubscribed,
  }),

  // Classes, for those who keep them
  addClass: endpoint({
    method: 'POST',
    path: '/class/add',
    summary: 'Adds a class of the calling instructor; it waits for approval.',
    who: 'instructor',
    body: NewClass,
    answer: Inserted,
    later: true,
  }),
  listClassesOfInstructor: endpoint({
    method: 'GET',
    path: '/classes/{instructorEmail}',
    summary: "An instructor's own classes of every status, newest first, with the feedback.",
    who: 'instructor',
    own: { in: 'params', field: 'instructorEmail', except: 'admin' },
    params: z.object({ instructorEmail: Email }),
    answer: z.array(SchoolClass),
  }),
  listAllClasses: endpoint({
    method: 'GET',
    path: '/classes',
    summary: 'All classes of every status, newest first, with the feedback.',
    who: 'admin',
    answer: z.array(SchoolClass),
  }),
  getClass: endpoint({
    method: 'GET',
    path: '/class/{id}',
    summary: 'One class: an approved one for anyone, any for its instructor and admins.',
    who: 'anyone',
    params: ById,
    answer: SchoolClass,
  }),
  changeClass: endpoint({
    method: 'PATCH',
    path: '/class/{id}',
    summary: 'Changes name, picture, price or seats of a class of the calling instructor.',
    who: 'instructor',
    params: ById,
    body: ClassChange,
    answer: Modified,
    later: true,
  }),
  deleteClass: endpoint({
    method: 'DELETE',
    path: '/class/{id}',
    summary: 'Deletes a class of the calling instructor that nobody is enrolled in.',
    who: 'instructor',
    params: ById,
    answer: Deleted,
    later: true,
  }),
  approveClass: endpoint({
    method: 'PATCH',
    path: '/status/approve/{id}',
    summary: 'Approves a pending class.',
    who: 'admin',
    params: ById,
    answer: Modified,
    later: true,
  }),
  denyClass: endpoint({
    method: 'PATCH',
    path: '/status/deny/{id}',
    summary: 'Denies a pending class.',
    who: 'admin',
    params: ById,
    answer: Modified,
    later: true,
  }),
  giveFeedback: endpoint({
    method: 'PATCH',
    path: '/feedback/{id}',
    summary: "Overwrites the feedback on a class, for its instructor's eyes.",
    who: 'admin',
    params: ById,
    body: Feedback,
    answer: Modified,
    later: true,
  }),

  // The cart
  listCart: endpoint({
    method: 'GET',
    path: '/cart',
    summary: "The caller's selected classes, newest first.",
    who: 'student',
    own: ownQuery,
    query: OwnEmail,
    answer: z.array(CartItem),
  }),
  selectClass: endpoint({
    method: 'POST',
    path: '/cart/class',
    summary: 'Selects a class; its name, picture and price are taken from the class.',
    who: 'student',
    body: Selection,
    answer: Inserted,
  }),
  getCartItem: endpoint({
    method: 'GET',
    path: '/cart/{id}',
    summary: "One of the caller's selected classes.",
    who: 'student',
    params: ById,
    answer: CartItem,
  }),
  removeCartItem: endpoint({
    method: 'DELETE',
    path: '/cart/{id}',
    summary: "Takes a class out of the caller's cart.",
    who: 'student',
    params: ById,
    answer: Deleted,
  }),

  // Paying
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    summary: 'Holds a seat for 15 minutes and answers what the browser confirms the card with.',
    who: 'student',
    body: IntentRequest,
    answer: Intent,
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/payments',
    summary: 'Settles a paid attempt: payment, seat, enrolment and cart in one. Repeating it answers the same id.',
    who: 'user',
    body: PaymentReport,
    answer: PaymentResult,
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/payments',
    summary: "The caller's payments, newest first.",
    who: 'user',
    own: ownQuery,
    query: OwnEmail,
    answer: z.array(Payment),
  }),
  listEnrolledClasses: endpoint({
    method: 'GET',
    path: '/enroll/classes/',
    summary: 'The classes that the caller is enrolled in, newest first.',
    who: 'user',
    own: ownQuery,
    query: OwnEmail,
    answer: z.array(EnrolledClass),
  }),
}
