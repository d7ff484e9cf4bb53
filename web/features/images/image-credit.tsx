import type { ShownCredit } from '#contract/image-credit.ts'

/** Creator of an image, as its file states it. */
export function ImageCredit({ credit }: { credit: ShownCredit | null | undefined }) {
  if (!credit) return null
  const { line, license, acquire_license } = credit
  if (!line && !license && !acquire_license) return null
  return (
    <p className="wrap-anywhere exposure">
      {line}
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
