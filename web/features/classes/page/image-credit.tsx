import type { ImageCredit as Credit } from '#contract/image-credit.ts'

/** Sources of images that a machine made, in words. */
const MACHINES: Partial<Record<NonNullable<Credit['source_type']>, string>> = {
  trainedAlgorithmicMedia: 'Made with AI',
  compositeWithTrainedAlgorithmicMedia: 'Made partly with AI',
  algorithmicMedia: 'Made by an algorithm',
  algorithmicallyEnhanced: 'Enhanced by an algorithm',
  compositeSynthetic: 'Made partly by a machine',
  virtualRecording: 'Rendered by a machine',
  dataDrivenMedia: 'Made by a machine from data',
}

/** Who made an image, as its file says. */
export function ImageCredit({ credit }: { credit: Credit | null }) {
  if (!credit) return null
  const { creators, copyright, license, acquire_license, source_type } = credit
  const author = credit.credit || creators.join(', ')
  const machine = source_type && MACHINES[source_type]
  const parts = [author && `Photo: ${author}`, copyright, machine].filter(Boolean)
  if (parts.length === 0 && !license && !acquire_license) return null
  return (
    <p className="wrap-anywhere exposure">
      {parts.join(' · ')}
      {license && <Terms url={license} label="License" />}
      {acquire_license && <Terms url={acquire_license} label="License this picture" />}
    </p>
  )
}

function Terms({ url, label }: { url: string; label: string }) {
  return (
    <>
      {' '}
      <a href={url} rel="license nofollow noopener" className="link">
        {label}
      </a>
    </>
  )
}
