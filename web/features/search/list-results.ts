/** The results of a search as groups of options, each with the page that it leads to. */
import type { FoundInSchool } from '#contract/search.ts'
import { SEARCH_ROWS } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import { findPages } from './dashboard-pages.ts'

export interface SearchOption {
  id: string
  to: string
  label: string
  about: string
}

export interface SearchGroup {
  name: string
  options: SearchOption[]
}

/** Pages that a search without other results suggests. */
const MAX_PAGES = 6

/** Returns the groups that have results. Where there may be more of a kind, its last option leads to the filtered list. */
export function listResults(text: string, results: FoundInSchool | undefined): SearchGroup[] {
  const groups = [
    { name: 'People', list: '/dashboard/all-users', options: results?.people.map(toPerson) ?? [] },
    { name: 'Classes', list: '/dashboard/manage-class', options: results?.classes.map(toClass) ?? [] },
    { name: 'Orders', list: '/dashboard/orders', options: results?.orders.map(toOrder) ?? [] },
    { name: 'Vouchers', list: '/dashboard/vouchers', options: results?.vouchers.map(toVoucher) ?? [] },
    { name: 'Payments', list: '/dashboard/payments', options: results?.payments.map(toPayment) ?? [] },
  ]
  const pages = findPages(text).slice(0, MAX_PAGES)
  const pageOptions = pages.map((page) => ({ ...page, id: `page ${page.label}` }))
  return [
    ...groups.map(({ name, list, options }) => ({ name, options: withList(name, list, options, text.trim()) })),
    { name: 'Dashboard', options: pageOptions },
  ].filter(({ options }) => options.length > 0)
}

function withList(name: string, list: string, options: SearchOption[], text: string): SearchOption[] {
  if (options.length < SEARCH_ROWS) return options
  const label = `All ${name.toLowerCase()} with “${text}”`
  return [...options, { id: `all ${name}`, to: narrow(list, text), label, about: '' }]
}

function toPerson({ _id, name, email, role }: FoundInSchool['people'][number]): SearchOption {
  return { id: _id, to: narrow('/dashboard/all-users', email), label: name, about: `${email}, ${role}` }
}

const STATUS_LABELS = { approve: 'approved', pending: 'pending', deny: 'denied' }

function toClass({ _id, className, instructorName, status }: FoundInSchool['classes'][number]): SearchOption {
  const about = `${instructorName}, ${STATUS_LABELS[status]}`
  return { id: _id, to: narrow('/dashboard/manage-class', className), label: className, about }
}

function toPayment({ _id, receipt, name, className, transactionId }: FoundInSchool['payments'][number]): SearchOption {
  const to = narrow('/dashboard/payments', transactionId)
  return { id: _id, to, label: `Receipt ${receipt}`, about: `${name}, ${className}` }
}

function toOrder({ _id, number, name, email }: FoundInSchool['orders'][number]): SearchOption {
  return { id: _id, to: `/dashboard/order/${_id}`, label: `Order ${number}`, about: `${name}, ${email}` }
}

function toVoucher({ _id, last_four, amount, currency, about }: FoundInSchool['vouchers'][number]): SearchOption {
  const label = `Voucher …${last_four}, ${formatMajor(amount, currency)}`
  return { id: _id, to: narrow('/dashboard/vouchers', last_four), label, about }
}

function narrow(list: string, q: string): string {
  return `${list}?${new URLSearchParams({ q })}`
}
