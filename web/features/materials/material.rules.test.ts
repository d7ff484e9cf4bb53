import { expect, test } from 'vitest'
import { rules } from './material.rules.ts'

const check = (address: string) =>
  rules({ text: '', links: [{ words: 'Tides', address }] }, undefined, { fields: {}, shouldUseNativeValidation: false })

test('a link without a scheme is completed before it is checked', async () => {
  const { values, errors } = await check('example.org/tides')
  expect(errors).toEqual({})
  expect(values).toEqual({ text: '', links: [{ words: 'Tides', address: 'https://example.org/tides' }] })
})

test.each(['http://example.org', 'javascript:alert(1)', 'not an address', ''])('%j is rejected', async (address) => {
  const { errors } = await check(address)
  expect(errors.links?.[0]?.address?.message).toBeTruthy()
})
