import Stripe from 'stripe'

/** The version of Stripe's API that the sandbox speaks: the SDK's own. */
export const API_VERSION = Stripe.API_VERSION
