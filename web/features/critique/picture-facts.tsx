import { Fragment } from 'react'
import type { PictureExif } from '#contract/brief-rules.ts'
import type { PictureVersion, SubmissionPicture } from '#contract/critique.ts'
import { Choice } from '#web/ui/lists/choice.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'

/** The shown version, and the one that it is compared with; empty for none. */
export interface ShownVersions {
  id: string | undefined
  otherId: string
}

interface PictureFactsProps {
  picture: SubmissionPicture
  version: PictureVersion
  shown: ShownVersions
  /** True for its student. */
  isOwn: boolean
  /** The rules that the file does not meet, in words. */
  unmet: string[]
  onShow: (shown: ShownVersions) => void
}

/** The student's intention, camera settings, and versions of a picture. */
export function PictureFacts({ picture, version, shown, isOwn, unmet, onShow }: PictureFactsProps) {
  return (
    <>
      <p className="wrap-anywhere text-pretty">
        <span className="edge-print mb-1 block">{isOwn ? 'What you wanted' : 'What the student wanted'}</span>
        {picture.intent}
      </p>
      <p className="text-sm text-soft">
        {describeFile(picture, version).map((fact, index, { length }) => (
          // A line ends between two facts, not in one.
          <Fragment key={fact}>
            <span className="inline-block">{index < length - 1 ? `${fact} ·` : fact}</span>{' '}
          </Fragment>
        ))}
      </p>
      {unmet.length > 0 && <p className="text-sm">Not as the brief says: {unmet.join(', ')}.</p>}
      {picture.versions.length > 1 && <VersionChoices {...{ picture, version, shown, onShow }} />}
    </>
  )
}

type VersionChoicesProps = Omit<PictureFactsProps, 'unmet' | 'isOwn'>

/** Chooses the shown version, and one to compare it with. */
function VersionChoices({ picture, version, shown, onShow }: VersionChoicesProps) {
  const options = picture.versions.map(({ _id }, index) => ({ value: _id, label: `Version ${index + 1}` }))
  const others = [{ value: '', label: 'None' }, ...options.filter(({ value }) => value !== version._id)]
  const otherId = shown.otherId === version._id ? '' : shown.otherId
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice label="Version" value={version._id} options={options} onChoose={(id) => onShow({ ...shown, id })} />
      <Choice
        label="Compare with"
        value={otherId}
        options={others}
        onChoose={(id) => onShow({ ...shown, otherId: id })}
      />
    </div>
  )
}

function describeFile({ late }: SubmissionPicture, { exif, width, height }: PictureVersion): string[] {
  return [...describeExif(exif), `${width} × ${height}`, ...(late ? ['Late'] : [])]
}

function describeExif({ camera, lens, focal_length, aperture, shutter, iso, taken_at }: PictureExif): string[] {
  return [
    ...[camera, lens],
    focal_length && `${focal_length} mm`,
    aperture && `f/${aperture}`,
    shutter && `${shutter} s`,
    iso && `ISO ${iso}`,
    taken_at && formatMoment(taken_at),
  ].filter((value) => typeof value === 'string')
}
