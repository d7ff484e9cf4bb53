import { expect, test } from 'vitest'
import { FURTHER_PAGES, MENUS } from '#web/layout/dashboard/menus.ts'
import { findPages } from './dashboard-pages.ts'

const labels = (text: string) => findPages(text).map(({ label }) => label)

test('every page of the admins’ side menu can be found by its name', () => {
  for (const { to, label } of [...MENUS.admin, ...(FURTHER_PAGES.admin ?? [])])
    expect(findPages(label)[0], label).toMatchObject({ to, label })
})

test('a page is found by the beginnings of words, and by what it sets', () => {
  expect(labels('man us')).toEqual(['Manage Users'])
  expect(labels('currency')).toEqual(['Rules of the school'])
  expect(labels('REFUND')).toEqual(['Payments', 'Pages'])
})

test('pages whose name has the words come first', () => {
  expect(labels('pages')[0]).toBe('Pages')
})

test('a text without words finds all pages, and other words none', () => {
  expect(labels(' ')).toHaveLength(labels('').length)
  expect(labels('!?')).toEqual(labels(''))
  expect(labels('harbour')).toEqual([])
})
