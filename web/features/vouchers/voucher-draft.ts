/** The draft of a gift voucher, which outlasts the login in this tab. */
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { loadFromTab, storeInTab } from '#web/session/drafts/tab-storage.ts'

export interface VoucherDraft {
  amount: string
  recipient: string
  message: string
  email: string
  /** `2027-01-31` */
  day: string
}

export const BLANK: VoucherDraft = { amount: '', recipient: '', message: '', email: '', day: '' }

const KEY = 'voucher'

/** The form, with a stored draft. Text that was typed before the page was hydrated stays, since there are no default values. */
export function useVoucherForm(): UseFormReturn<VoucherDraft> {
  const form = useForm<VoucherDraft>()
  const { reset, getValues } = form
  useEffect(() => reset(loadDraft() ?? getValues()), [reset, getValues])
  return form
}

/** Stores a draft until the tab is closed, or until it is paid for. */
export function storeDraft(draft: VoucherDraft): void {
  storeInTab(KEY, draft)
}

export function deleteDraft(): void {
  storeInTab(KEY, null)
}

function loadDraft(): VoucherDraft | null {
  const stored = loadFromTab(KEY)
  if (!stored) return null
  const texts = Object.entries(stored).filter(([name, text]) => name in BLANK && typeof text === 'string')
  return { ...BLANK, ...Object.fromEntries(texts) }
}
