import { describe, expect, it } from 'vitest'
import type { SignInSession } from '#contract/account.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

const application = openForThisFile()

let count = 0
const newMember = () => new Member(application, `place${++count}@example.test`).register()

/** Signs the owner in on another device. */
async function elsewhere({ email }: Member): Promise<Member> {
  const member = new Member(application, email, '203.0.113.7')
  await member.identify('sign-in/email', { email, password: 'Secret@2019' }, { 'user-agent': FIREFOX })
  return member
}

const list = async (member: Member): Promise<SignInSession[]> =>
  (await member.request('GET', '/api/account/sessions')).json()
const end = (member: Member, id = '') => member.request('DELETE', `/api/account/sessions${id && `/${id}`}`)

describe('the sign-in sessions of a user', () => {
  it('are listed in words, without anything that signs in', async () => {
    const member = await newMember()
    await elsewhere(member)
    const response = await member.request('GET', '/api/account/sessions')
    const other = response.json().find(({ current }: SignInSession) => !current)
    expect(other).toEqual({
      _id: expect.any(String),
      device: 'Firefox on Linux',
      address: '203.0.113.7',
      created_at: expect.any(Number),
      used_at: expect.any(Number),
      current: false,
    })
    expect(response.json()).toHaveLength(2)
    expect(response.body).not.toContain(member.cookie.split('=')[1]?.split('.')[0])
  })

  it('are not shown to visitors, nor to a page of another origin', async () => {
    const { cookie } = await newMember()
    const request = (headers: Record<string, string>) =>
      application.visitor.request('GET', '/api/account/sessions', { headers })
    expect((await request({})).statusCode).toBe(401)
    expect((await request({ cookie, origin: 'https://evil.example' })).statusCode).toBe(401)
  })

  it('end one by one, with their tokens, while the others go on', async () => {
    const member = await newMember()
    const other = await elsewhere(member)
    const token = await other.asVisitor()
    const id = (await list(member)).find(({ current }) => !current)?._id
    expect((await end(member, id)).json()).toEqual({ deletedCount: 1 })
    expect((await token.request('GET', `/api/user/${member.email}`)).statusCode).toBe(401)
    expect((await other.exchange()).statusCode).toBe(401)
    const renewed = await member.asVisitor()
    expect((await renewed.request('GET', `/api/user/${member.email}`)).statusCode).toBe(200)
    expect((await end(member, id)).statusCode).toBe(404)
  })

  it('end all at once but this one', async () => {
    const member = await newMember()
    const others = [await elsewhere(member), await elsewhere(member)]
    expect((await end(member)).json()).toEqual({ deletedCount: 2 })
    for (const other of others) expect((await other.exchange()).statusCode).toBe(401)
    expect(await list(member)).toMatchObject([{ current: true }])
    expect((await end(member)).json()).toEqual({ deletedCount: 0 })
  })

  it('of another user do not exist', async () => {
    const [member, victim] = [await newMember(), await newMember()]
    const [session] = await list(victim)
    for (const id of [session?._id, 'nonsense', '%00', "' or 1=1"])
      expect((await end(member, encodeURIComponent(id ?? ''))).statusCode).toBe(404)
    expect((await victim.exchange()).statusCode).toBe(200)
  })

  it('are replaced by the next sign-in in the same browser', async () => {
    const member = await newMember()
    await member.signIn()
    expect(await list(member)).toMatchObject([{ current: true }])
  })

  it('are listed 120 times in ten minutes, and then not before a while', async () => {
    const member = await newMember()
    for (let i = 0; i < 120; i++) await list(member)
    const refused = await member.request('GET', '/api/account/sessions')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await end(member)).statusCode).toBe(200)
  })
})
