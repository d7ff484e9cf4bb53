/** Writes a contact sheet: many screenshots in one image, each with its name. */
import sharp from 'sharp'

/** Screens shown of a long page. */
const SCREENS = 1.8
const GAP = 16
const LABEL = 26

export interface Print {
  name: string
  file: string
}

export interface SheetLayout {
  columns: number
  /** The width of a print on the sheet, in pixels. */
  cell: number
  /** The size of the screen in the screenshots. */
  screen: { width: number; height: number }
}

export async function writeSheet(prints: Print[], file: string, { columns, cell, screen }: SheetLayout): Promise<void> {
  const maxHeight = Math.round(screen.height * SCREENS)
  const cellHeight = Math.round((maxHeight * cell) / screen.width)
  const step = { x: cell + GAP, y: cellHeight + LABEL + GAP }
  const placed = prints.map(async ({ name, file }, index) => {
    const left = GAP + (index % columns) * step.x
    const top = GAP + Math.floor(index / columns) * step.y
    return [
      { input: label(name, cell), left, top },
      { input: await print(file, cell, maxHeight), left, top: top + LABEL },
    ]
  })
  const width = GAP + Math.min(columns, prints.length) * step.x
  const height = GAP + Math.ceil(prints.length / columns) * step.y
  const canvas = { create: { width, height, channels: 3 as const, background: '#808080' } }
  await sharp(canvas)
    .composite((await Promise.all(placed)).flat())
    .png()
    .toFile(file)
}

async function print(file: string, cell: number, maxHeight: number): Promise<Buffer> {
  const image = sharp(file)
  const { width, height } = await image.metadata()
  return image
    .extract({ left: 0, top: 0, width, height: Math.min(height, maxHeight) })
    .resize({ width: cell })
    .png()
    .toBuffer()
}

function label(name: string, width: number): Buffer {
  const text = `<text x="0" y="18" font-family="sans-serif" font-size="16" fill="white">${name}</text>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}">${text}</svg>`)
}
