import { expect, test } from 'vitest'
import { MENUS } from '#web/layout/dashboard/menus.built.ts'
import { readPages } from '#web/read-pages.ts'
import { findPages } from './dashboard-pages.ts'

const labels = (text: string) => findPages(text).map(({ label }) => label)

test('every page of the admins’ side menu can be found by its name', () => {
  for (const { to, label } of MENUS.admin) expect(findPages(label)[0], label).toMatchObject({ to, label })
})

test.each([
  ['enroll', 'Manage Classes'],
  ['enrolment', 'Manage Classes'],
  ['roster', 'Manage Classes'],
  ['students', 'Manage Classes'],
  ['attendance', 'Manage Classes'],
  ['participants', 'Manage Classes'],
  ['color', 'Look of the school'],
  ['colour', 'Look of the school'],
  ['brand', 'Look of the school'],
  ['teachers', 'Manage Users'],
  ['people', 'Manage Users'],
  ['invoices', 'Payments'],
  ['history', 'Activity'],
  ['testimonials', 'Reviews'],
  ['banner', 'Slides'],
  ['faq', 'Pages'],
  ['spreadsheet', 'Import'],
  ['subscribers', 'Newsletter'],
  ['write', 'New message'],
  ['health', 'Status'],
])('a page is found by the word that people use: %s', (text, label) => {
  expect(labels(text)).toContain(label)
})

test('every page of admins that needs no choice can be found', () => {
  const ofAdmins = readPages().filter(({ roles, path }) => roles.join() === 'admin' && !path.includes(':'))
  const paths = ofAdmins.map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(12)
  expect(paths.filter((path) => !findPages('').some(({ to }) => to === path))).toEqual([])
})

test('a page is found by the beginnings of words, and by what it sets', () => {
  expect(labels('man us')).toEqual(['Manage Users'])
  expect(labels('currency')).toEqual(['Rules of the school'])
  expect(labels('REFUND')).toEqual(['Payments', 'Orders', 'Terms', 'Pages'])
})

test('pages whose name has the words come first', () => {
  expect(labels('pages')[0]).toBe('Pages')
})

test('a text without words finds all pages, and other words none', () => {
  expect(labels(' ')).toHaveLength(labels('').length)
  expect(labels('!?')).toEqual(labels(''))
  expect(labels('harbour')).toEqual([])
})
