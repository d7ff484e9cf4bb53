import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissPopupsOnEscape, popupSuccess, startCountdown, type Toast, toastError, toastStore } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toastStore.set([])
})
afterEach(() => vi.useRealTimers())

const messages = () => toastStore.get().map(({ message }) => message)

function last(): Toast {
  const toast = toastStore.get().at(-1)
  if (!toast) throw new Error('No toast is shown')
  return toast
}

it('removes a popup after 1.5 seconds, also while the pointer rests on it', () => {
  popupSuccess('Deleted!')
  startCountdown(last()).hold()
  vi.advanceTimersByTime(1499)
  expect(messages()).toEqual(['Deleted!'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

it('does not restart a popup when the pointer leaves it', () => {
  popupSuccess('Deleted!')
  const countdown = startCountdown(last())
  vi.advanceTimersByTime(1400)
  countdown.release()
  vi.advanceTimersByTime(100)
  expect(messages()).toEqual([])
})

it('keeps an error on the screen while it is held, and for five seconds afterwards', () => {
  toastError('Something went wrong.')
  const countdown = startCountdown(last())
  countdown.hold()
  vi.advanceTimersByTime(60_000)
  countdown.release()
  vi.advanceTimersByTime(4999)
  expect(messages()).toEqual(['Something went wrong.'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

it('dismisses the popups on Escape, and no toast', () => {
  toastError('Something went wrong.')
  popupSuccess('Deleted!')
  popupSuccess('Refunded')
  dismissPopupsOnEscape({ key: 'Enter' })
  expect(messages()).toHaveLength(3)
  dismissPopupsOnEscape({ key: 'Escape' })
  expect(messages()).toEqual(['Something went wrong.'])
})
