/** The public pages of one class and of one instructor. */
import { z } from 'zod'
import { Focus } from './class-texts.ts'
import { Instructor, SchoolClass } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ShownCredit } from './image-credit.ts'
import { ShownProfile } from './profiles.ts'
import { Run } from './runs.ts'
import { QuotedStep, ShownTerms } from './terms.ts'
import { ById, ClockTime, Id, Timestamp } from './values/fields.ts'

/** Other classes at the end of a class's page. */
export const OTHER_CLASS_COUNT = 3

/** A class as a link with an image. It has no seats, so that a sale does not change the pages that link to the class. */
export const ClassLink = SchoolClass.pick({
  _id: true,
  className: true,
  classImage: true,
  focus: true,
  alt: true,
  exposure: true,
  instructorName: true,
  price: true,
  slug: true,
})
export type ClassLink = z.infer<typeof ClassLink>

/** The texts of a class as HTML that is safe to insert. */
const ClassHtml = z.object({ description: z.string(), bring: z.string(), outcome: z.string() })

const Span = z.object({ starts_at: Timestamp, ends_at: Timestamp, starts: ClockTime, ends: ClockTime })

/**
 * The light of a session: the golden hour (sun from 6° above to 4° below the horizon) and the blue hour (from 4° to 6° below), of the
 * morning or the evening that is nearer to the session. Null where the sun does not cross these heights, as near the poles.
 */
const SunLight = z.object({ golden: Span.nullable(), blue: Span.nullable() })
export type SunLight = z.infer<typeof SunLight>

/** A class without the texts and further images, which its page has in another form. */
const ListedClass = SchoolClass.omit({
  ...{ description: true, bring: true, outcome: true },
  ...{ classImage2: true, focus2: true, alt2: true, classImage3: true, focus3: true, alt3: true },
})

/** A picture beside the texts of a class, with who made it; null where its file does not say it. */
const FurtherPicture = z.object({
  image: z.string(),
  focus: Focus,
  alt: z.string(),
  credit: ShownCredit.nullable(),
})
export type FurtherPicture = z.infer<typeof FurtherPicture>

export const OfferedClass = z.object({
  removed: z.literal(false),
  schoolClass: ListedClass,
  /** Credit of its image; null where the file has none. */
  credit: ShownCredit.nullable(),
  /** Pictures beside its texts. */
  further: z.array(FurtherPicture),
  /** Canceled dates that are not over, at most 10. They have the page of the class. */
  canceled: z.array(Run),
  html: ClassHtml,
  /** Biography and portrait of the instructor, both empty without a profile. */
  instructor: ShownProfile.pick({ html: true, portrait: true, focus: true }),
  /** The description in one or two sentences without marks, for search engines. Empty without a description. */
  summary: z.string(),
  /**
   * By the id of a session, for outdoor sessions that have a golden or a blue hour. A session is outdoors if its place has coordinates:
   * a school gives them for a place that people have to find in the landscape.
   */
  light: z.record(Id, SunLight),
  /** Its cancellation terms, and by the id of a run what they give back until when. */
  terms: ShownTerms.extend({ runs: z.record(Id, z.array(QuotedStep)) }),
  /** The URL of the image for links on other sites, 1200 × 630. */
  shareImage: z.string(),
  /** Other classes of the instructor, then classes of the same level, then the newest. */
  others: z.array(ClassLink),
})
export type OfferedClass = z.infer<typeof OfferedClass>

const RemovedClass = z.object({
  removed: z.literal(true),
  _id: Id,
  className: z.string(),
  slug: z.string(),
  others: z.array(ClassLink),
})
export type RemovedClass = z.infer<typeof RemovedClass>

export const ClassPage = z.discriminatedUnion('removed', [OfferedClass, RemovedClass])
export type ClassPage = z.infer<typeof ClassPage>

export const InstructorPage = z.object({
  instructor: Instructor,
  profile: ShownProfile,
  /** Credit of the portrait, or of the user's photo without one; null where the file has none. */
  credit: ShownCredit.nullable(),
  classes: z.array(SchoolClass),
  /** Pictures beside the texts of these classes, of the newest class first: at most three, each once. */
  works: z.array(FurtherPicture.extend(SchoolClass.pick({ _id: true, className: true, slug: true }).shape)),
})
export type InstructorPage = z.infer<typeof InstructorPage>

export const classPagesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getClassPage: endpoint({
    method: 'GET',
    path: '/class/{id}/page',
    summary: 'Returns the public page of a class that is on offer, or was and is removed.',
    access: 'anyone',
    params: ById,
    response: ClassPage,
    cached: true,
    seats: 'class',
  }),
  previewClass: endpoint({
    method: 'GET',
    path: '/class/{id}/preview',
    summary: 'Returns the page of a class of any status as visitors would see it, without other classes.',
    access: 'admin',
    params: ById,
    response: OfferedClass,
  }),
  getInstructorPage: endpoint({
    method: 'GET',
    path: '/instructor/{id}/page',
    summary: 'Returns an instructor with their approved classes, newest first.',
    access: 'anyone',
    params: ById,
    response: InstructorPage,
    cached: true,
  }),
}))
