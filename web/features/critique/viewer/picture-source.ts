/** Chooses the file of a picture: the smallest that is sharp, and a larger one once it has loaded. */
import { useEffect, useState } from 'react'
import type { PictureVersion } from '#contract/critique.ts'

/** Pixels along the longer side of the files that the server has. */
const SIZES = [480, 960, 1920, 3840]

type Version = Pick<PictureVersion, 'file' | 'width' | 'height'>

/** Returns the width of the smallest file that has at least so many pixels, or of the largest. */
export function chooseWidth({ width, height }: Pick<Version, 'width' | 'height'>, pixels: number): number {
  const longest = Math.max(width, height)
  const widths = SIZES.filter((size) => size < longest).map((size) => Math.max(1, Math.round((width * size) / longest)))
  const largest = Math.round((width * Math.min(longest, SIZES.at(-1) ?? longest)) / longest)
  return [...widths, largest].find((each) => each >= pixels) ?? largest
}

/** Returns the URL of the file to show. @param shownWidth pixels of the page; 0 before it is known */
export function usePictureSource(version: Version, shownWidth: number): string | undefined {
  const { file } = version
  const wanted = shownWidth > 0 ? chooseWidth(version, shownWidth * window.devicePixelRatio) : 0
  const [loaded, setLoaded] = useState<{ file: string; width: number } | null>(null)
  const present = loaded?.file === file ? loaded.width : 0
  useEffect(() => {
    if (wanted <= present) return
    let isWanted = true
    const image = new Image()
    image.src = `${file}/${wanted}`
    void image
      .decode()
      .catch(() => undefined)
      .then(() => isWanted && setLoaded({ file, width: wanted }))
    return () => {
      isWanted = false
    }
  }, [file, wanted, present])
  const width = present || wanted
  return width > 0 ? `${file}/${width}` : undefined
}
