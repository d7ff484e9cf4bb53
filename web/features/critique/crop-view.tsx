import type { CSSProperties } from 'react'
import type { PictureVersion } from '#contract/critique.ts'
import type { Rectangle } from '#contract/remark-geometry.ts'
import { chooseWidth } from './viewer/picture-source.ts'

/** Pixels of the page, at most, in which a crop is shown. */
const MAX_WIDTH = 352
/** The largest file that is loaded for a crop, and the one that a phone has loaded already for the whole picture. */
const [MAX_FILE, COMMON_FILE] = [1920, 960]

interface CropViewProps {
  version: PictureVersion
  crop: Rectangle
  /** Loads a larger file where it needs one. Many of them would delay the picture itself. */
  isSharp: boolean
}

/** A picture as a crop re-frames it. It is not loaded lazily: that takes the browser time in each frame of panning, for each crop. */
export function CropView({ version, crop, isSharp }: CropViewProps) {
  const { width, height, file } = version
  const box = [crop.x * width, crop.y * height, crop.w * width, crop.h * height].join(' ')
  const ratio = { '--ratio': (crop.w * width) / (crop.h * height) }
  const pixels = isSharp ? Math.min(MAX_FILE, (MAX_WIDTH * window.devicePixelRatio) / crop.w) : 0
  const source = `${file}/${chooseWidth(version, Math.max(COMMON_FILE, pixels))}`
  return (
    <svg className="crop-view" style={ratio as CSSProperties} viewBox={box} role="img" aria-label="The suggested crop">
      <image href={source} width={width} height={height} preserveAspectRatio="none" />
    </svg>
  )
}
