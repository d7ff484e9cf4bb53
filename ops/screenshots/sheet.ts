/** A contact sheet: many pictures on one, each with its name. */
import sharp from 'sharp'

/** So much of a long page is shown. */
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
  /** The screen that the pictures were taken on. */
  screen: { width: number; height: number }
}

export async function writeSheet(prints: Print[], file: string, { columns, cell, screen }: SheetLayout): Promise<void> {
  const most = Math.round(screen.height * SCREENS)
  const cellHeight = Math.round((most * cell) / screen.width)
  const step = { x: cell + GAP, y: cellHeight + LABEL + GAP }
  const placed = prints.map(async ({ name, file }, index) => {
    const left = GAP + (index % columns) * step.x
    const top = GAP + Math.floor(index / columns) * step.y
    return [
      { input: label(name, cell), left, top },
      { input: await print(file, cell, most), left, top: top + LABEL },
    ]
  })
  const width = GAP + Math.min(columns, prints.length) * step.x
  const height = GAP + Math.ceil(prints.length / columns) * step.y
  const ground = { create: { width, height, channels: 3 as const, background: '#808080' } }
  await sharp(ground)
    .composite((await Promise.all(placed)).flat())
    .png()
    .toFile(file)
}

async function print(file: string, cell: number, most: number): Promise<Buffer> {
  const picture = sharp(file)
  const { width, height } = await picture.metadata()
  return picture
    .extract({ left: 0, top: 0, width, height: Math.min(height, most) })
    .resize({ width: cell })
    .png()
    .toBuffer()
}

function label(name: string, width: number): Buffer {
  const text = `<text x="0" y="18" font-family="sans-serif" font-size="16" fill="white">${name}</text>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}">${text}</svg>`)
}
