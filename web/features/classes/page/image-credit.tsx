import { describeCredit } from '#contract/credit-words.ts'
import type { ImageCredit as Credit } from '#contract/image-credit.ts'

/** Who made an image, as its file says. */
export function ImageCredit({ credit }: { credit: Credit | null }) {
  if (!credit) return null
  const { license, acquire_license } = credit
  const words = describeCredit(credit)
  if (!words && !license && !acquire_license) return null
  return (
    <p className="wrap-anywhere exposure">
      {words}
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
