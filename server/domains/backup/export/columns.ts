/** Descriptions of columns that several tables have. */
import type { ExportedColumn } from './contents.ts'

export const text = (meaning: string): ExportedColumn => ({ kind: 'text', meaning })
export const time = (meaning: string): ExportedColumn => ({ kind: 'time', meaning })
export const id = text('id of the row (UUID)')
export const reference = (table: string) => text(`id in ${table}.csv`)
export const createdAt = time('when it was created')
export const version = text('number of the version, which every change increments')
export const flag = (meaning: string) => text(`true or false: ${meaning}`)
/** Prices and amounts. */
export const minor = (meaning: string) => text(`${meaning}, in the smallest unit of the currency (4999 is 49.99 usd)`)
