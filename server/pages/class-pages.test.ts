import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { toClassPath, toInstructorPath, toSlug } from '#contract/slug.ts'
import { type ClassRow, classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { type ClassOptions, makeClass, makeUser } from '../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../testing/application.ts'
import { drawTwoColors, readBytes, upload } from '../../testing/images.ts'
import { teaching } from '../../testing/instructor.ts'
import { buy } from '../../testing/paying.ts'
import { createXmp, inDefaultLanguage } from '../../testing/xmp.ts'

const application = openForThisFile()

const findPath = ({ id, name }: ClassRow) => toClassPath({ _id: id, slug: toSlug(name) })
const page = (url: string, headers: Record<string, string> = {}, own = application) =>
  own.visitor.request('GET', url, { headers })
const make = (options: ClassOptions = {}) => makeClass(application.services.db, options)

describe('the page of a class', () => {
  it('shows the class with its texts rendered, its level, seats, price and terms', async () => {
    const shown = await make({
      name: 'Night Harbour',
      listPriceMinor: 14950,
      seats: 3,
      enroll: 9,
      level: 'beginner',
      description: '## Fog\n\nBring **time**. <script>alert(1)</script>',
      bring: '- boots',
      outcome: 'Three prints.',
    })
    const { statusCode, body } = await page(findPath(shown))
    expect(statusCode).toBe(200)
    const terms = 'Cancel within 14 days of paying, and before the first session starts, to get the full amount back.'
    for (const text of ['$149.50', '3 of 12 seats left', 'Beginner', terms]) expect(body).toContain(text)
    for (const html of [
      '<h4>Fog</h4><p>Bring <strong>time</strong>.',
      '<ul><li>boots</li></ul>',
      '<p>Three prints.</p>',
    ])
      expect(body).toContain(html)
    expect(body).not.toContain('<script>alert(1)')
    expect(body.match(/<h1/g)).toHaveLength(1)
  })

  it('says who made its picture and under which license, in words and in structured data', async () => {
    const instructor = await application.signedIn('instructor')
    const image = drawTwoColors(330, 200).withXmp(
      createXmp({
        'dc:creator': '<rdf:Seq><rdf:li>Jürgen Müller</rdf:li></rdf:Seq>',
        'dc:rights': inDefaultLanguage('© Müller &lt;!-- &amp;'),
        'photoshop:Credit': 'Müller / Agency',
        'xmpRights:WebStatement': 'https://creativecommons.org/licenses/by/4.0/',
        'Iptc4xmpExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      }),
    )
    const { display_url } = await upload(instructor, await readBytes(image.jpeg()))
    const { body } = await page(findPath(await make({ image: display_url, caption: 'The pier', alt: 'A pier in fog' })))
    expect(body).toContain('Photo: Müller / Agency · © Müller &lt;!-- &amp; · Made with AI')
    expect(body).toContain(
      '<a href="https://creativecommons.org/licenses/by/4.0/" rel="license nofollow noopener" class="link">License</a>',
    )
    expect(body).toMatch(/<p [^>]*>The pier<\/p>/)
    expect(body).toContain('alt="A pier in fog"')
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)['@graph'][0].image).toEqual([
      {
        '@type': 'ImageObject',
        contentUrl: `http://127.0.0.1:3000${display_url}`,
        caption: 'The pier',
        creator: [{ '@type': 'Person', name: 'Jürgen Müller' }],
        creditText: 'Müller / Agency',
        copyrightNotice: '© Müller <!-- &',
        license: 'https://creativecommons.org/licenses/by/4.0/',
      },
    ])
  })

  it('shows a panorama whole where its instructor wants it, from files of the width of its frame', async () => {
    const wide = '/pictures/demo/pier/2000x500-abc.webp'
    const crop = await page(findPath(await make({ image: wide, focus: '30% 60%' })))
    expect(crop.body).toMatch(/data-x="30" data-y="60"/)
    expect(crop.body).toContain('/pictures/demo/pier/1600.avif 600w')
    const { body } = await page(findPath(await make({ image: wide, focus: 'whole' })))
    expect(body).toMatch(/class="picture class-image" data-whole=""/)
    expect(body).toContain('/pictures/demo/pier/1600.avif 1600w')
  })

  it('shows further pictures beside the texts, with credit and structured data', async () => {
    const instructor = await application.signedIn('instructor')
    const credited = drawTwoColors(320, 200).withXmp(createXmp({ 'photoshop:Credit': 'Ada Lo' }))
    const { display_url: image3 } = await upload(instructor, await readBytes(credited.jpeg()))
    const further = { image2: 'https://pictures.example/gull.jpg', alt2: 'A "gull"', image3, focus3: '0% 100%' }
    const { body } = await page(findPath(await make({ image: '/a.webp', ...further })))
    expect(body).toMatch(/class="class-pictures".*alt="A &quot;gull&quot;".*data-x="0" data-y="100".*Photo: Ada Lo/)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)['@graph'][0].image).toEqual([
      'http://127.0.0.1:3000/a.webp',
      further.image2,
      { '@type': 'ImageObject', contentUrl: `http://127.0.0.1:3000${image3}`, creditText: 'Ada Lo' },
    ])
    expect((await page(findPath(await make()))).body).not.toContain('class="class-pictures"')
  })

  it('has title, description, canonical URL, Open Graph and structured data', async () => {
    const shown = await make({ name: 'Fog & "Rain" </script>', description: 'Walk **early**. Shoot late.' })
    const path = findPath(shown)
    const { body } = await page(path)
    expect(body).toContain('<title>Photography School | Fog &amp; &quot;Rain&quot; &lt;/script&gt;</title>')
    expect(body).toContain('<meta name="description" content="Walk early. Shoot late."/>')
    expect(body.match(/<meta name="description"/g)).toHaveLength(1)
    expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:3000${path}"/>`)
    expect(body).toMatch(
      /<meta property="og:image" content="http:\/\/127.0.0.1:3000\/pictures\/share\/[\w-]+\/\w+\.jpg"/,
    )
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const [course, breadcrumb] = JSON.parse(json)['@graph']
    expect(course).toMatchObject({
      '@type': 'Course',
      name: shown.name,
      description: 'Walk early. Shoot late.',
      offers: { price: 49.99, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(breadcrumb.itemListElement.at(-1)).toMatchObject({ position: 3, item: `http://127.0.0.1:3000${path}` })
  })

  it('redirects for good from the id alone and from any other name, and is not stored there', async () => {
    const shown = await make({ name: 'Storm Light' })
    for (const address of [shown.id, `old-name-${shown.id}`, `-${shown.id}`, `STORM-LIGHT-${shown.id}`]) {
      const { statusCode, headers } = await page(`/classes/${address}`)
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, findPath(shown), 'no-store'])
    }
  })

  it('moves with the name', async () => {
    const { instructor, taught, params } = await teaching(application, { name: 'Before' })
    expect((await page(findPath(taught))).statusCode).toBe(200)
    await instructor.call(api.changeClass, { params, body: { className: 'After' } })
    const { statusCode, headers } = await page(findPath(taught))
    expect([statusCode, headers.location]).toEqual([301, `/classes/after-${taught.id}`])
  })

  it.each(['pending', 'deny'] as const)('is missing for a class with the status %s', async (status) => {
    const hidden = await make({ name: 'Hidden', status })
    const { statusCode, body } = await page(findPath(hidden))
    expect(statusCode).toBe(404)
    expect(body).not.toContain('Hidden')
  })

  it.each(['night-harbour', '00000000-0000-4000-8000-000000000000', '%00', "'"])(
    'is missing for %s',
    async (address) => {
      expect((await page(`/classes/${address}`)).statusCode).toBe(404)
    },
  )

  it.each(['withdrawnAt', 'archivedAt', 'deletedAt'] as const)(
    'is gone once the class has %s, and shows others instead',
    async (field) => {
      const other = await make({ name: 'Another One' })
      const removed = await make({ name: 'Removed', instructorId: other.instructorId, [field]: 1 })
      const { statusCode, headers, body } = await page(findPath(removed))
      expect([statusCode, headers['cache-control']]).toEqual([410, 'no-store'])
      expect(body).toContain('This class is no longer offered')
      expect(body).toContain(findPath(other))
      expect(body).not.toContain('>Select<')
      expect((await page(`/classes/${removed.id}`)).headers.location).toBe(findPath(removed))
    },
  )

  it('lists others of the instructor first, then of the same level, without the class itself', async () => {
    const own = await openForThisTest()
    const { db } = own.services
    const teacher = await makeUser(db, 'instructor')
    const shown = await makeClass(db, { level: 'advanced', instructorId: teacher.id })
    const same = await makeClass(db, { instructorId: teacher.id, createdAt: 1, exposure: 'ISO 64 · f/8' })
    const similar = await makeClass(db, { level: 'advanced', createdAt: 2 })
    const newest = await makeClass(db, { createdAt: 3 })
    await makeClass(db, { createdAt: 4, status: 'pending' })
    const read = await own.visitor.call(api.getClassPage, { params: { id: shown.id } })
    expect(read.others.map(({ _id }) => _id)).toEqual([same.id, similar.id, newest.id])
    expect(read.others[0]?.exposure).toBe('ISO 64 · f/8')
  })
})

describe('the page of an instructor', () => {
  it('shows the instructor’s classes on offer only, with structured data', async () => {
    const { instructor, taught } = await teaching(application, { name: 'Taught Here' })
    await make({ name: 'Taught Elsewhere' })
    const hidden = await make({ name: 'Not Yet', instructorId: instructor.user.id, status: 'pending' })
    const { statusCode, body } = await page(toInstructorPath({ _id: instructor.user.id, name: instructor.user.name }))
    expect(statusCode).toBe(200)
    expect(body).toContain(taught.name)
    expect(body).not.toContain('Taught Elsewhere')
    expect(body).not.toContain(hidden.name)
    expect(body).toContain('"@type":"Person"')
  })

  it('shows three pictures of the classes on offer, of as many classes as it can, each once, the newest first and with credit', async () => {
    const { instructor } = await teaching(application, { createdAt: 1 })
    const instructorId = instructor.user.id
    const credited = drawTwoColors(320, 200).withXmp(createXmp({ 'photoshop:Credit': 'Ada Lo' }))
    const { display_url: own } = await upload(instructor, await readBytes(credited.jpeg()))
    const url = (name: string) => `https://pictures.example/${name}.jpg`
    const first = await make({ instructorId, createdAt: 2, image2: url('oldest') })
    const second = await make({ instructorId, createdAt: 3, image2: url('old'), image3: url('last') })
    await make({ instructorId, createdAt: 4, status: 'pending', image2: url('pending') })
    await make({ createdAt: 4, image2: url('of-another') })
    const newest = await make({ instructorId, createdAt: 5, image2: own, alt2: 'A "pier"', image3: url('old') })
    const { works } = await application.visitor.call(api.getInstructorPage, { params: { id: instructorId } })
    expect(works).toMatchObject([
      { image: own, alt: 'A "pier"', credit: { line: 'Photo: Ada Lo' }, _id: newest.id, className: newest.name },
      { image: url('old'), credit: null, _id: second.id },
      { image: url('oldest'), _id: first.id },
    ])
    const { body } = await page(toInstructorPath({ _id: instructorId, name: instructor.user.name }))
    expect(body).toMatch(/class="instructor-works".*alt="A &quot;pier&quot;".*Photo: Ada Lo/)
  })

  it('redirects from the id alone, and is missing for students and deleted instructors', async () => {
    const { db } = application.services
    const teacher = await makeUser(db, 'instructor', { name: 'Mei-Lin Chow' })
    expect((await page(`/instructors/${teacher.id}`)).headers.location).toBe(`/instructors/mei-lin-chow-${teacher.id}`)
    const student = await makeUser(db, 'student')
    const deleted = await makeUser(db, 'instructor', { deletedAt: 1 })
    for (const { id } of [student, deleted]) expect((await page(`/instructors/${id}`)).statusCode).toBe(404)
  })
})

describe('the cache of class pages', () => {
  it('drops the lists and the page of the class that sold a seat, and no other page', async () => {
    const own = await openForThisTest()
    const { db } = own.services
    const sold = await makeClass(db, { name: 'Sold', seats: 5 })
    const other = await makeClass(db, { name: 'Other', seats: 5 })
    const urls = { list: '/classes', sold: findPath(sold), other: findPath(other), sitemap: '/sitemap.xml' }
    for (const url of Object.values(urls)) expect((await page(url, {}, own)).statusCode).toBe(200)
    await buy(await own.signedIn('student'), sold)
    const isFresh = (url: string) => own.responseCache.fresh(url) !== undefined
    // The sandbox's webhook may have settled it, and drops them just after its commit, which the buyer may see first.
    await expect.poll(() => Object.values(urls).map(isFresh)).toEqual([false, false, true, true])
    expect((await page(urls.sold, {}, own)).body).toContain('4 of 5 seats left')
  })

  it('drops all pages after an edit, because they link to the class', async () => {
    const own = await openForThisTest()
    const { instructor, params } = await teaching(own, { name: 'Before' })
    const other = await makeClass(own.services.db, { name: 'Other' })
    expect((await page(findPath(other), {}, own)).body).toContain('Before')
    await instructor.call(api.changeClass, { params, body: { className: 'After' } })
    expect((await page(findPath(other), {}, own)).body).toContain('After')
  })

  it('does not keep a page that a sale changed while it was rendered', async () => {
    const own = await openForThisTest()
    const { db, catalogue } = own.services
    const sold = await makeClass(db, { seats: 5 })
    const { render } = own.pages
    own.pages.render = async (...args) => {
      const response = await render(...args)
      own.pages.render = render
      await db.update(runs).set({ seats: 4, enroll: 1 }).where(eq(runs.classId, sold.id))
      await db.update(classes).set({ enroll: 1 }).where(eq(classes.id, sold.id))
      catalogue.markSeatsChanged(sold.id)
      return response
    }
    expect((await page(findPath(sold), {}, own)).body).toContain('5 of 5 seats left')
    expect((await page(findPath(sold), {}, own)).body).toContain('4 of 5 seats left')
  })

  it('answers conditional requests and HEAD, and keeps pages with a query out of search engines', async () => {
    const path = findPath(await make())
    const { headers, body } = await page(path)
    expect(headers['x-robots-tag']).toBeUndefined()
    expect((await page(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    const head = await application.visitor.request('HEAD', path)
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      `${Buffer.byteLength(body)}`,
    ])
    const queried = await page(`${path}?from=mail`)
    expect([queried.body === body, queried.headers['x-robots-tag']]).toEqual([true, 'noindex'])
    expect((await page(path)).headers['x-robots-tag']).toBeUndefined()
    for (const url of ['/dashboard/student-home', '/classes?instructor=a@example.test'])
      expect((await page(url)).headers['x-robots-tag']).toBe('noindex')
  })
})

describe('the page that compares classes', () => {
  it('shows at most three of the classes on offer that its address names, and is not for search engines', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth']
    const [first, second, third, fourth] = await Promise.all(names.map((name) => make({ name: `${name} compared` })))
    const hidden = await make({ name: 'Hidden compared', status: 'pending' })
    const ask = (ids: (string | undefined)[]) => page(`/compare?${ids.map((id) => `class=${id}`).join('&')}`)
    const two = await ask([second?.id, first?.id])
    expect(two.body.match(/<th scope="col".*?compared/g)).toHaveLength(2)
    expect(two.body.indexOf('Second compared')).toBeLessThan(two.body.indexOf('First compared'))
    expect(two.headers['x-robots-tag']).toBe('noindex')
    const four = await ask([first?.id, second?.id, third?.id, fourth?.id])
    expect(four.body).toContain('Third compared')
    expect(four.body).not.toContain('Fourth compared')
    const others = await ask([hidden.id, 'no-id', first?.id])
    expect(others.body).toContain('First compared')
    expect(others.body).not.toContain('Hidden compared')
    for (const url of ['/compare', '/compare?class=', `/compare?class=${hidden.id}`])
      expect((await page(url)).body).toContain('Choose the classes to compare first.')
  })
})
