/** The checks of a class's material before it is saved. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Material } from '#contract/materials.ts'

export const rules = zodResolver(Material)
