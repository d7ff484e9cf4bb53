/** Limits and periods that browser and server share, each defined once. No zod, so that every page may import it. */

/** Characters of an e-mail address. */
export const MAX_EMAIL_LENGTH = 254

/** Characters of a URL. */
export const MAX_URL_LENGTH = 2048

/** Characters of the exposure line of an image. */
export const MAX_EXPOSURE_LENGTH = 80

/** Characters of a single-line text: a name, a title, a subject, a reason or a search text. */
export const MAX_NAME_LENGTH = 200

/** Characters of the feedback on a class. */
export const MAX_FEEDBACK_LENGTH = 5_000

/** Characters of an e-mail message to students. */
export const MAX_MESSAGE_LENGTH = 10_000

/** Characters of the text of a class's material. */
export const MAX_MATERIAL_LENGTH = 20_000

/** Briefs of a class, characters of the text of one, and pictures that a student hands in for it. */
export const MAX_BRIEFS = 200
export const MAX_BRIEF_LENGTH = 10_000
export const MAX_BRIEF_PICTURES = 72

/** Versions of a picture, remarks on a version and answers to a remark, each with their characters. */
export const MAX_PICTURE_VERSIONS = 20
export const MAX_REMARKS = 2_000
export const MAX_REMARK_LENGTH = 4_000
export const MAX_ANSWERS = 200
export const MAX_ANSWER_LENGTH = 2_000

/** Gigabytes of pictures that a student may store where the school has not chosen a number, and the most. */
export const STUDENT_STORAGE_GB = 5
export const MAX_STUDENT_STORAGE_GB = 1_000

/** Hours in which pictures get their first critique where the school aims for no others, and the most. */
export const CRITIQUE_TARGET_HOURS = 72
export const MAX_CRITIQUE_TARGET_HOURS = 24 * 60

/** Links of a class's material. */
export const MAX_MATERIAL_LINKS = 30

/** Files of a class's material, and bytes of one. */
export const MAX_MATERIAL_FILES = 40
export const MAX_MATERIAL_FILE_BYTES = 50 * 1024 * 1024

/** Characters of a class's description, and of each of its shorter texts: what to bring, and the outcome. */
export const MAX_DESCRIPTION_LENGTH = 5_000
export const MAX_CLASS_TEXT_LENGTH = 2_000

/** Characters of an instructor's biography, and links of their profile. */
export const MAX_BIOGRAPHY_LENGTH = 5_000
export const MAX_PROFILE_LINKS = 5

export const MAX_SEATS = 10_000

/** Runs of a class that are not canceled, and sessions of a run. */
export const MAX_RUNS = 200
export const MAX_SESSIONS = 200

/** Characters of a postal address. */
export const MAX_ADDRESS_LENGTH = 300

/** Characters of a phone number, and of a text of a few lines such as opening hours. */
export const MAX_PHONE_LENGTH = 40
export const MAX_SHORT_TEXT_LENGTH = 500

/** Slides and reviews of the home page, drafts included. */
export const MAX_SLIDES = 20
export const MAX_REVIEWS = 200

/** Pages of the school, drafts included, and those of them in the menu, which has room for few. */
export const MAX_PAGES = 40
export const MAX_MENU_PAGES = 3

/** Characters of a page's Markdown, and of the last part of its address. */
export const MAX_PAGE_TEXT_LENGTH = 50_000
export const MAX_SLUG_LENGTH = 60

/** Characters of Markdown on one line, and ASCII characters without a space: more than a URL has. */
export const MAX_LINE_LENGTH = 10_000
export const MAX_RUN_LENGTH = 2_500

/** Versions of a page that stay: the newest, beside the first and those that users have agreed to. */
export const MAX_PAGE_VERSIONS = 50

/** The numbers that order pages: the highest, and that of a new page, which is after those that every school has. */
export const MAX_POSITION = 999
export const DEFAULT_POSITION = 100

/** Characters of the Markdown of an e-mail's template. */
export const MAX_EMAIL_TEXT_LENGTH = 10_000

/** Classes whose students one message goes to. */
export const MAX_MAILING_CLASSES = 100

/** Cancellation terms of the school, steps of each, and the hours and days that they may count. */
export const MAX_TERMS = 100
export const MAX_TERMS_STEPS = 10
export const MAX_TERMS_HOURS = 24 * 366
/** Days in which a student may cancel for the full amount after the school has moved the date. */
export const MOVED_DAYS = 7
export const MAX_FREE_DAYS = 3650

/** Characters of the text that admins search the school for, and rows of each kind that it finds. */
export const MIN_SEARCH_LENGTH = 2
export const MAX_SEARCH_LENGTH = 100
export const SEARCH_ROWS = 5

/** Rows on a page of a list unless the query gives another number. */
export const ROWS_PER_PAGE = 25

/** Minutes for which an attempt to pay holds a seat; asking again renews the hold up to the maximum. */
export const HOLD_MINUTES = 15
export const MAX_HOLD_MINUTES = 60

/** Seats that one account may hold at the same time, once its e-mail address is confirmed and before. */
export const MAX_HOLDS = 10
export const MAX_UNCONFIRMED_HOLDS = 2

/** Seats of a date that one selection may have. */
export const MAX_PARTY = 10

/** Selected classes that one call may name, more than can be held, so that the refusal says how many can. */
export const MAX_CHECKOUT_ITEMS = 100

/** Characters of a code as it is typed. */
export const MAX_CODE_LENGTH = 100

/** Coupons of the school, and the classes and uses that one may be limited to. */
export const MAX_COUPONS = 1_000
export const MAX_COUPON_CLASSES = 100
export const MAX_COUPON_USES = 1_000_000

/** Years after that of its sale at whose end a voucher ends, unless the school sets others, and the most. */
export const VOUCHER_YEARS = 3
export const MAX_VOUCHER_YEARS = 30

/** Vouchers that one order takes. */
export const MAX_ORDER_VOUCHERS = 10

/** Wrong codes of one account or network, in minutes. */
export const WRONG_CODES = { max: 10, minutes: 10 }

/** Hours for which a seat is offered to who waits for it, unless the school sets others, and the most. */
export const OFFER_HOURS = 24
export const MAX_OFFER_HOURS = 24 * 14

/** Days in which students choose what they get for a date that the school has canceled, unless the school sets others, and the most. */
export const CHOICE_DAYS = 7
export const MAX_CHOICE_DAYS = 60

/** Times a student may cancel a class after reading its material. */
export const MAX_CANCELLATIONS_AFTER_READING = 2

/** Maximum age of a sign-in to replace the password, in minutes. */
export const RECENT_SIGN_IN_MINUTES = 10

/** Maximum age of a sign-in for changes of passwords, second factors and roles, and for refunds, in minutes. */
export const REAUTH_MINUTES = 60

/** Lifetime of a token in seconds, and the fraction of it after which the browser renews the token. */
export const TOKEN_SECONDS = 30 * 60
export const TOKEN_RENEW_AT = 0.8

/** Access tokens of one user, and the days for which one may be valid. */
export const MAX_ACCESS_TOKENS = 20
export const MAX_ACCESS_TOKEN_DAYS = 365

/** Calls that one access token may make in a minute. */
export const ACCESS_TOKEN_CALLS_PER_MINUTE = 300

/** Lifetime of the link that sets up the school, in hours. */
export const SETUP_LINK_HOURS = 24

/** Lifetime of an invitation, in days, and the most that may be open. */
export const INVITATION_DAYS = 7
export const MAX_INVITATIONS = 5_000

/** People with a record whom one call invites. */
export const INVITATION_BATCH = 25

/** The link to a new e-mail address is valid this long, and the old address can stop the change this long. */
export const EMAIL_CHANGE_HOURS = 24
export const EMAIL_STOP_DAYS = 7

/** Bytes, rows and columns of a file to import, and imports that are not applied. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200
export const MAX_IMPORTS = 20

/** Hours in which an import can be undone, and for which one that is not applied is stored. */
export const IMPORT_HOURS = 24

/** Webhooks of the school. */
export const MAX_WEBHOOKS = 20

/** Days of failed deliveries after which a webhook is disabled, and days for which its deliveries are stored. */
export const WEBHOOK_FAILURE_DAYS = 5
export const WEBHOOK_LOG_DAYS = 30
