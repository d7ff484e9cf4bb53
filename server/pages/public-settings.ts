import type { PageLinks, PublicSettings } from '#contract/school.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { currencySign } from '#contract/values/money.ts'
import type { ImagePipeline } from '#server/domains/images/image-pipeline.ts'
import type { Services } from '#server/ports/context.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '#server/settings/demo.ts'
import { keepsDemoPeople, toBrowserIdentity } from '#server/settings/identity.ts'
import type { Settings } from '#server/settings/settings.ts'

/** The components of the application that pages show something of. */
export interface ShownComponents {
  settings: Settings & { publicUrl: string }
  services: Services
  signInProviders: PublicSettings['signInProviders']
  imagePipeline: Pick<ImagePipeline, 'shareImages'>
}

/** The page to which the links of networks lead that the school is not on. */
const CONTACT = '/contact'

/** Returns the settings that every page shows, as they are now, with the links to the pages of the school. */
export function toPublicSettings(
  links: PageLinks,
  { settings, services, signInProviders, imagePipeline: { shareImages } }: ShownComponents,
): PublicSettings {
  const { publicUrl, cards, demo, identity } = settings
  const { name, address, email, phone, logo, favicon, accent, currency, ...school } = services.school.current
  return {
    ...links,
    ...{ name, address, email, phone, logo, favicon, accent },
    social: {
      social: school.social || CONTACT,
      professional: school.professional || CONTACT,
      photos: school.photos || CONTACT,
    },
    logoDark: school.logo_dark,
    openingHours: school.opening_hours,
    timeZone: school.time_zone,
    footerLine: school.footer_line,
    homeLine: school.home_line,
    classesLine: school.classes_line,
    instructorsLine: school.instructors_line,
    cancellationTerms: school.cancellation_terms,
    hasWithdrawal: school.withdrawal_function,
    voucherYears: school.voucher_years,
    byInvitation: school.sign_up === 'invitation',
    currency,
    currencyDecimals: currencyDecimals(currency),
    currencySign: currencySign(currency),
    publicUrl,
    shareImage: shareImages.findPath(shareImages.school),
    cards: cards.provider === 'sandbox' ? cards : { provider: 'stripe', publishableKey: cards.publishableKey },
    signInProviders,
    signIn: services.identity.features,
    identity: toBrowserIdentity(identity),
    demoAdmin:
      demo && keepsDemoPeople(identity)
        ? { email: DEMO_ADMIN, password: services.identity.features.passwords ? DEMO_PASSWORD : null }
        : null,
  }
}
