/** The card fields of each provider, loaded on the payment page only. */
import { type ComponentType, lazy } from 'react'
import type { PublicSettings } from '#contract/school.ts'
import type { CardFieldsProps } from './card-provider.ts'

type Provider = PublicSettings['cards']['provider']

export const CARD_FIELDS: Record<Provider, ComponentType<CardFieldsProps>> = {
  sandbox: lazy(() => import('./sandbox/sandbox-fields.tsx')),
  stripe: lazy(() => import('./stripe/stripe-fields.tsx')),
}
