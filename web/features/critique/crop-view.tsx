import type { PictureVersion } from '#contract/critique.ts'
import type { Rectangle } from '#contract/remark-geometry.ts'
import { chooseWidth } from './viewer/picture-source.ts'

/** A picture as a crop re-frames it. */
export function CropView({ version, crop }: { version: PictureVersion; crop: Rectangle }) {
  const { width, height, file } = version
  const box = [crop.x * width, crop.y * height, crop.w * width, crop.h * height].join(' ')
  return (
    <svg className="crop-view" viewBox={box} role="img" aria-label="The picture in the suggested crop">
      <image href={`${file}/${chooseWidth(version, 1920)}`} width={width} height={height} preserveAspectRatio="none" />
    </svg>
  )
}
