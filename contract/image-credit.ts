/** Who made an image, and under which terms: what its file says, which stays in the files that we serve. */
import { z } from 'zod'

/**
 * Kinds of sources of a digital image. Source: https://cv.iptc.org/newscodes/digitalsourcetype/, whose URLs end with them.
 */
export const SOURCE_TYPES = [
  'digitalCapture',
  'computationalCapture',
  'negativeFilm',
  'positiveFilm',
  'print',
  'humanEdits',
  'minorHumanEdits',
  'composite',
  'compositeCapture',
  'screenCapture',
  'digitalArt',
  'digitalCreation',
  'softwareImage',
  'virtualRecording',
  'dataDrivenMedia',
  'algorithmicMedia',
  'algorithmicallyEnhanced',
  'compositeSynthetic',
  'compositeWithTrainedAlgorithmicMedia',
  'trainedAlgorithmicMedia',
  'trainedAlgorithmicData',
] as const

/** Blank texts are not known. All are plain text in one line. */
export const ImageCredit = z.object({
  creators: z.array(z.string()),
  /** The words that the creator wants beside the image. */
  credit: z.string(),
  copyright: z.string(),
  usage_terms: z.string(),
  /** A URL of the license. */
  license: z.string(),
  /** A URL of a page where a license can be bought. */
  acquire_license: z.string(),
  /** Null where the file does not say it. */
  source_type: z.enum(SOURCE_TYPES).nullable(),
})
export type ImageCredit = z.infer<typeof ImageCredit>

/** The credit of an image that a page shows. */
export const ShownCredit = ImageCredit.extend({
  /** `Photo: Ada Müller · © Müller · Made with AI`; empty where only the license is known. */
  line: z.string(),
})
export type ShownCredit = z.infer<typeof ShownCredit>
