import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { buildPath, composeEndpoints } from './endpoint.ts'

describe('composing the endpoints of the domains', () => {
  it('merges them under their names, each with the name of its domain', () => {
    const merged = composeEndpoints({ first: { one: { path: '/1' } }, second: { two: { path: '/2' } } })
    expect(merged).toEqual({ one: { path: '/1', domain: 'first' }, two: { path: '/2', domain: 'second' } })
  })

  it('refuses a name that two domains declare, at compile time', () => {
    // @ts-expect-error both declare `one`
    composeEndpoints({ first: { one: {} }, second: { one: {} } })
  })

  it('gives every call a method and path of its own', () => {
    const calls = Object.values(api).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })
})

describe('the path of a call', () => {
  it('has its parameters and query encoded', () => {
    expect(buildPath(api.getUser, { params: { email: 'a/b@example.test' } })).toBe('/user/a%2Fb%40example.test')
    expect(buildPath(api.listUsers, { query: { q: 'a&b', page: 2, sort: undefined } })).toBe('/users?q=a%26b&page=2')
  })
})
