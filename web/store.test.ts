import { expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

it('tells every listener of a new value, and none that has unsubscribed', () => {
  const store = createStore(1)
  const [stays, leaves] = [vi.fn(), vi.fn()]
  store.subscribe(stays)
  store.subscribe(leaves)()
  store.set(2)
  expect(store.get()).toBe(2)
  expect(stays).toHaveBeenCalledTimes(1)
  expect(leaves).not.toHaveBeenCalled()
})

it('keeps the initial value for the server', () => {
  const store = createStore('signed out')
  store.set('signed in')
  expect(store.initial).toBe('signed out')
})
