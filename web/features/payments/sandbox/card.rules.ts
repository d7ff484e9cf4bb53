/** The checks of the sandbox's card form, with the messages of Stripe's own form. */
import { z } from 'zod'

const digits = (text: string) => text.replaceAll(/\D/g, '')

/** An American Express number has 15 digits in groups of 4, 6 and 5; its security code has four. */
const isAmex = (number: string) => /^3[47]/.test(number)

export const Card = z
  .object({
    number: z
      .string()
      .transform(digits)
      .refine((number) => number.length >= 12 && number.length <= 19, 'Your card number is incomplete.'),
    expiry: z
      .string()
      .transform(digits)
      .refine((expiry) => /^(0[1-9]|1[0-2])\d{2}$/.test(expiry), "Your card's expiration date is incomplete.")
      .transform((expiry) => ({ month: expiry.slice(0, 2), year: `20${expiry.slice(2)}` })),
    cvc: z.string().transform(digits),
  })
  .refine(({ number, cvc }) => cvc.length === (isAmex(number) ? 4 : 3), {
    path: ['cvc'],
    error: "Your card's security code is incomplete.",
    // Reported together with the other problems.
    when: () => true,
  })
export type Card = z.output<typeof Card>
export type CardInput = z.input<typeof Card>

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function formatNumber(typed: string): string {
  const number = digits(typed).slice(0, 19)
  if (isAmex(number))
    return number
      .slice(0, 15)
      .replace(/^(\d{4})(\d{1,6})(\d*)$/, '$1 $2 $3')
      .trim()
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** `1234` → `12 / 34`. A first digit above 1 gets a leading zero, since no month starts with it. */
export function formatExpiry(typed: string): string {
  const padded = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const [month, year] = [digits(padded).slice(0, 2), digits(padded).slice(2, 4)]
  return year ? `${month} / ${year}` : month
}
