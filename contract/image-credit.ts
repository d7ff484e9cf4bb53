/** Creator and terms of an image, as its file states them. They stay in the files that we serve. */
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

/** Content Credentials (C2PA) of an uploaded file, which its signature covers as it was uploaded. Our files are without them. */
export const ImageCredentials = z.object({
  /** The name in the certificate of the signature. */
  signer: z.string(),
  /** False where no trust list has the signer: anyone can make a certificate with any name. */
  is_trusted: z.boolean(),
})
export type ImageCredentials = z.infer<typeof ImageCredentials>

/** The credit of an image that a page shows. */
export const ShownCredit = ImageCredit.extend({
  /** `Photo: Ada Müller · © Müller · Made with AI`, and the Content Credentials; empty where only the license is known. */
  line: z.string(),
  credentials: ImageCredentials.optional(),
})
export type ShownCredit = z.infer<typeof ShownCredit>
