/** What the sandbox' card form checks by itself, in the words that Stripe's own form has for it. */
import { z } from 'zod'

const digits = (text: string) => text.replaceAll(/\D/g, '')

export const Card = z.object({
  number: z
    .string()
    .transform(digits)
    .refine((number) => number.length >= 12 && number.length <= 19, 'Your card number is incomplete.'),
  expiry: z
    .string()
    .transform(digits)
    .refine((expiry) => /^(0[1-9]|1[0-2])\d{2}$/.test(expiry), "Your card's expiration date is incomplete.")
    .transform((expiry) => ({ month: expiry.slice(0, 2), year: `20${expiry.slice(2)}` })),
  cvc: z
    .string()
    .transform(digits)
    .refine((cvc) => cvc.length === 3 || cvc.length === 4, "Your card's security code is incomplete."),
})
export type Card = z.output<typeof Card>
export type CardInput = z.input<typeof Card>

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function spacedNumber(typed: string): string {
  return digits(typed)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** `1234` → `12 / 34`. A single digit that can only be a month gets its zero. */
export function spacedExpiry(typed: string): string {
  const padded = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const [month, year] = [digits(padded).slice(0, 2), digits(padded).slice(2, 4)]
  return year ? `${month} / ${year}` : month
}
