/** The card fields of each provider, loaded when somebody pays. */
import { type ComponentType, lazy } from 'react'
import type { SchoolFacts } from '#contract/home.ts'
import type { CardFieldsProps } from './card-provider.ts'

type Provider = SchoolFacts['cards']['provider']

export const CARD_FIELDS: Record<Provider, ComponentType<CardFieldsProps>> = {
  sandbox: lazy(() => import('./sandbox/sandbox-fields.tsx')),
  stripe: lazy(() => import('./stripe/stripe-fields.tsx')),
}
