/** The card fields of each provider, loaded on the payment page only. */
import type { ComponentType } from 'react'
import type { PublicSettings } from '#contract/school.ts'
import { Loading } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import type { CardFieldsProps } from './card-provider.ts'

type Provider = PublicSettings['cards']['provider']

const LOADING = <Loading what="the card form" />

export const CARD_FIELDS: Record<Provider, ComponentType<CardFieldsProps>> = {
  sandbox: lazyView(() => import('./sandbox/sandbox-fields.tsx'), LOADING),
  stripe: lazyView(() => import('./stripe/stripe-fields.tsx'), LOADING),
}
