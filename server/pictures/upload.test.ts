import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, send, twoColours, upload } from '../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import type { Visitor } from '../../tests/visitor.ts'

let school: TestSchool
let instructor: Visitor
beforeAll(async () => {
  school = await openTestSchool()
  instructor = await school.signedIn('instructor')
})
afterAll(() => school.close())

describe('a picture', () => {
  it('is uploaded', async () => {
    const answer = await send(instructor, await bytesOf((await twoColours(2000, 1000)).jpeg()))
    console.log(answer.statusCode, answer.body)
    const got = await school.visitor.request('GET', answer.json().data.display_url)
    console.log(got.statusCode, got.headers)
    const head = await school.visitor.request('HEAD', answer.json().data.display_url)
    console.log(head.statusCode, head.headers)
    const spec = (await school.visitor.request('GET', '/api/openapi.json')).json()
    console.log(JSON.stringify(spec.paths['/api/images'], null, 1))
    expect(upload).toBeDefined()
  })
})
