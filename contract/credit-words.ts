/** Who made an image, in words. No zod, so that public pages may import it. */
import type { ImageCredit } from './image-credit.ts'

/** Sources of images that a machine made. */
const MACHINES: Partial<Record<NonNullable<ImageCredit['source_type']>, string>> = {
  trainedAlgorithmicMedia: 'Made with AI',
  compositeWithTrainedAlgorithmicMedia: 'Made partly with AI',
  algorithmicMedia: 'Made by an algorithm',
  algorithmicallyEnhanced: 'Enhanced by an algorithm',
  compositeSynthetic: 'Made partly by a machine',
  virtualRecording: 'Rendered by a machine',
  dataDrivenMedia: 'Made by a machine from data',
}

/** `Photo: Ada Müller · © Müller · Made with AI`; empty where the file of the image says nothing of it. */
export function describeCredit({ credit, creators, copyright, source_type: source }: ImageCredit): string {
  const author = credit || creators.join(', ')
  return [author && `Photo: ${author}`, copyright, source && MACHINES[source]].filter(Boolean).join(' · ')
}
