import { expect, expectHydrated, test, withPictures } from './fixtures.ts'

test.use(withPictures)

test('the first pictures of the classes are above the lower edge of a phone and of a screen, and all 24 within 6,500 and 6,000 pixels', async ({
  page,
}) => {
  await page.goto('/classes')
  for (const [width, height, whole] of [
    [390, 844, 6500],
    [1440, 900, 6000],
  ] as const) {
    await page.setViewportSize({ width, height })
    const bottoms = await page
      .locator('.print-frame')
      .evaluateAll((all) => all.slice(0, 3).map((frame) => frame.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= height)).toHaveLength(width === 390 ? 1 : 3)
    await expect(page.locator('.print').last()).toHaveCSS('content-visibility', 'visible')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(whole)
  }
})

test('on a phone, no title of a row breaks inside a word, and a sold-out row leaves its picture free and dims Select', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes')
  const rows = page.locator('.card-grid > :nth-child(n + 4) > .print')
  await expect(rows.last()).toHaveCSS('content-visibility', 'visible')
  const broken = await rows.locator('.print-title a').evaluateAll((titles) =>
    titles.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = new Range()
        range.setStart(text as Node, index)
        range.setEnd(text as Node, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      }),
    ),
  )
  expect(broken).toEqual([])
  const sold = page.locator('.card-grid > :nth-child(n + 4) > .print-sold').first()
  const [picture, chip] = [
    await sold.locator('.print-frame').boundingBox(),
    await sold.getByText('Sold out', { exact: true }).boundingBox(),
  ]
  expect(chip?.y).toBeGreaterThanOrEqual((picture?.y ?? 9999) + (picture?.height ?? 0))
  const [select, join] = [sold.getByRole('button', { name: /^Select/ }), sold.getByRole('button', { name: /^Join/ })]
  await expect(join).toBeEnabled()
  await expect(select).toHaveCSS('opacity', '0.6')
  await expect(join).toHaveCSS('opacity', '1')
})

test('on a phone, no title of a print on Home and on Classes is narrow beside its price', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/classes']) {
    await page.goto(path)
    const heads = await page.locator('.card-grid > :nth-child(-n + 3) .print-head').evaluateAll((all) =>
      all
        .filter((head) => head.querySelector('.print-price'))
        .map((head) => {
          const [title, price] = ['.print-title', '.print-price'].map((part) => head.querySelector(part))
          const lines = Math.round(
            (title?.getBoundingClientRect().height ?? 0) /
              Number.parseFloat(getComputedStyle(title ?? head).lineHeight),
          )
          const isBeside = (price?.getBoundingClientRect().top ?? 0) < (title?.getBoundingClientRect().bottom ?? 0)
          return isBeside && lines > 1 ? title?.textContent : null
        }),
    )
    expect(heads, path).toEqual([null, null, null])
  }
})

test('nothing shifts while the cards below the screen are laid out, also where the page is busy before it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const end = performance.now() + 1000
          while (performance.now() < end);
        }),
      ),
    )
  })
  await page.goto('/classes')
  await expect(page.locator('.print').last()).toHaveCSS('content-visibility', 'visible')
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries().map((entry) => entry.toJSON())) sum += value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
  expect(shift).toBeLessThan(0.01)
})

for (const [width, height] of [
  [768, 1024],
  [1440, 2400],
] as const)
  test(`rows of cards below the first have their heights from the first moment at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const path of ['/instructors', '/classes']) {
      await page.goto(path)
      await expect(page.locator('.print').last()).toHaveCSS('content-visibility', 'visible')
      await page.waitForLoadState('networkidle')
      const [first, later] = await page.evaluate(async () => {
        const cards = [...document.querySelectorAll('.card-grid > :is(:nth-child(3), :nth-child(5), :nth-child(8))')]
        const readHeights = () => cards.map((card) => Math.round(card.getBoundingClientRect().height))
        const later = readHeights()
        // As in the first moments, in which cards below the screen are laid out alone.
        for (const animation of document.getAnimations()) animation.cancel()
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return [readHeights(), later]
      })
      expect(first, path).toEqual(later)
    }
  })

test('of the two buttons of a sold-out card, Select has no frame and is dim', async ({ page }) => {
  for (const path of ['/', '/classes'])
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const sold = page.locator('.print-sold').first()
      const join = sold.getByRole('button', { name: /^Join/ })
      const select = sold.getByRole('button', { name: /^Select/ })
      await expect(join).toBeEnabled()
      await expect(join).toHaveCSS('opacity', '1')
      await expect(join).toHaveCSS('border-color', 'rgba(255, 241, 238, 0.3)')
      await expect(select).toHaveCSS('opacity', '0.6')
      await expect(select).toHaveCSS('border-color', 'rgba(0, 0, 0, 0)')
    }
})

for (const path of ['/', '/classes'])
  test(`cards side by side on ${path} have their prices, seats and Select at the same height, also beside a sold-out one`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const sold = page.locator('.print-sold')
    await expect(sold.getByRole('button', { name: 'Join the waiting list' })).toBeEnabled()
    await expect(sold).toHaveCSS('content-visibility', 'visible')
    const rows = await page.locator('li:has(> .print)').evaluateAll((cells) => {
      const rows = new Map<number, string[]>()
      for (const cell of cells) {
        const tops = ['.print-price', 'dl > div', '[data-selection], .btn', '.print'].map((part) => {
          const box = cell.querySelector(part)?.getBoundingClientRect()
          return box && Math.round(part === '.print' ? box.bottom : box.top)
        })
        const { top } = cell.getBoundingClientRect()
        rows.set(top, [...(rows.get(top) ?? []), tops.join()])
      }
      return [...rows.values()]
    })
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.map((row) => new Set(row).size)).toEqual(rows.map(() => 1))
    expect(rows.map((row) => row.length)).toEqual(path === '/' ? [3, 3, 2, 4] : rows.map(() => 3))
    // As in the first moments, in which the later cards are laid out alone.
    await page.setViewportSize({ width: 1440, height: 2400 })
    const hasPictureAbove = await page.evaluate(async () => {
      for (const animation of document.getAnimations()) animation.cancel()
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const onScreen = [...document.querySelectorAll('.print')].slice(0, 9)
      return onScreen.map((card) => {
        const [frame, caption] = ['.print-frame', '.print-caption'].map((part) => card.querySelector(part))
        return (frame?.getBoundingClientRect().bottom ?? 0) <= (caption?.getBoundingClientRect().top ?? 0)
      })
    })
    expect(hasPictureAbove).not.toContain(false)
  })

test('beside a sold-out card, Select reaches the edge of its card, and a longer card does not stretch the buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  const sold = page.locator('li:has(> .print-sold)').first()
  await expect(sold.getByRole('button', { name: 'Join the waiting list' })).toBeEnabled()
  await expect(sold.locator('.print')).toHaveCSS('content-visibility', 'visible')
  const { gaps, heights } = await sold.evaluate((cell) => {
    const { top } = cell.getBoundingClientRect()
    const row = [...(cell.parentElement?.children ?? [])].filter(
      (other) => other !== cell && other.getBoundingClientRect().top === top,
    )
    const gaps = row.map((other) => {
      const [card, select] = ['.print', '.btn'].map((part) => other.querySelector(part)?.getBoundingClientRect())
      return (card?.bottom ?? 0) - (select?.bottom ?? 0)
    })
    // As the line of a selected class.
    row[0]?.querySelector('.btn')?.after(Object.assign(document.createElement('p'), { textContent: 'Selected' }))
    return { gaps, heights: [...cell.querySelectorAll('.btn')].map((button) => button.getBoundingClientRect().height) }
  })
  expect(gaps).toHaveLength(2)
  for (const gap of gaps) expect(gap).toBeLessThan(4)
  for (const height of heights) expect(height).toBeLessThan(48)
})

for (const path of ['/', '/classes', '/instructors'])
  for (const width of [768, 1440])
    test(`no row of cards on ${path} leaves a place empty at ${width}, whatever their number`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const last = page.locator('.card-grid').first().locator(':scope > li').last()
      await expect(last.locator('.print')).toHaveCSS('content-visibility', 'visible')
      await expectHydrated(page)
      expect(await page.locator('.card-grid').first().evaluate(listGaps)).toEqual([])
    })

test('on a wide screen, ten instructors are within 3,300 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/instructors')
  await expectHydrated(page)
  // Other tests add instructors.
  await page.locator('.card-grid').evaluate((list) => {
    while (list.children.length > 10) list.lastChild?.remove()
    list.setAttribute('data-rest', '1')
  })
  await expect(page.locator('.card-grid > li')).toHaveCount(10)
  await page.locator('.card-grid > li').last().scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3300)
})

/** Runs in the page. Removes card after card, and lists the rows that do not reach from edge to edge. */
function listGaps(grid: Element): string[] {
  const gaps: string[] = []
  for (; grid.lastElementChild; grid.lastElementChild.remove()) {
    grid.setAttribute('data-rest', `${grid.childElementCount % 3}`)
    const { left, right } = grid.getBoundingClientRect()
    const cells = [...grid.children].map((cell) => cell.getBoundingClientRect())
    for (const row of Map.groupBy(cells, ({ top }) => Math.round(top)).values()) {
      const [start, end] = [row[0]?.left ?? 0, row.at(-1)?.right ?? 0]
      const isFull = Math.abs(start - left) < 1 && Math.abs(end - right) < 1
      if (!isFull || row.length > 3) gaps.push(`${row.length} of ${cells.length}: ${start}–${end} of ${left}–${right}`)
    }
  }
  return gaps
}

test('on a wide screen, the first class has the largest picture, and those beside it are as high and as sharp', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/', '/classes']) {
    await page.goto(path)
    const [lead, second, third, fourth] = await page
      .locator('.card-grid.card-lead .print-frame')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).map(({ width, height }) => ({ width, height })))
    expect(lead?.width).toBeGreaterThan(1.5 * (fourth?.width ?? 0))
    for (const { height } of [second, third].filter((it) => it !== undefined))
      expect(height).toBeCloseTo(lead?.height ?? 0)
    const image = page.locator('.card-lead .print-frame').nth(1).locator('picture img')
    await image.scrollIntoViewIfNeeded()
    const isSharp = () =>
      image.evaluate((it: HTMLImageElement) => Number(/(\d+)\.avif$/.exec(it.currentSrc)?.[1]) >= it.height * 1.5)
    await expect.poll(isSharp).toBe(true)
  }
})

for (const [width, tile] of [
  [768, 2],
  [1440, 3],
] as const)
  test(`every third row of classes has a larger picture at ${width}, at its end and at its start by turns, and the others are equal`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/classes')
    await expect(page.locator('.print').last()).toHaveCSS('content-visibility', 'visible')
    await expectHydrated(page)
    const listRows = (count: number) =>
      page.locator('.card-grid').evaluate((grid, count) => {
        while (grid.childElementCount > count) grid.lastElementChild?.remove()
        grid.setAttribute('data-rest', `${count % 3}`)
        const frames = [...grid.querySelectorAll('.print-frame')].map((frame) => frame.getBoundingClientRect())
        return [...Map.groupBy(frames, ({ top }) => Math.round(top)).values()].map((row) => ({
          widths: row.map((frame) => Math.round(frame.width)),
          heights: new Set(row.map((frame) => Math.round(frame.height))).size,
        }))
      }, count)
    for (const count of [24, 23, 22, 21, 20, 19]) {
      const rows = (await listRows(count)).filter(({ widths }) => widths.length === tile)
      expect(rows.map(({ heights }) => heights)).toEqual(rows.map(() => 1))
      const places = rows.map(({ widths }) => (new Set(widths).size === 1 ? null : widths.indexOf(Math.max(...widths))))
      // Of three in a row, the first rows have two where three leave places empty.
      const [first, second] = tile === 2 || count % 3 === 0 ? [0, 3] : [null, count % 3 === 1 ? 1 : 2]
      expect([count, places[0]]).toEqual([count, first])
      const later = places.map((place, at) => (at >= second && (at - second) % 3 === 0 ? place : 'none'))
      expect([count, later.filter((place) => place !== 'none')]).toEqual([
        count,
        later.filter((place) => place !== 'none').map((_, turn) => (turn % 2 === 0 ? tile - 1 : 0)),
      ])
      expect([count, places.filter((_, at) => at > 0 && later[at] === 'none')]).toEqual([
        count,
        places.filter((_, at) => at > 0 && later[at] === 'none').map(() => null),
      ])
    }
  })

test('the upright pictures of later rows are as sharp as those of the first', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  for (const at of [9, 10, 19]) {
    const image = page.locator('.card-grid .print-frame').nth(at).locator('picture img')
    await image.scrollIntoViewIfNeeded()
    const isSharp = () =>
      image.evaluate((it: HTMLImageElement) => Number(/(\d+)\.avif$/.exec(it.currentSrc)?.[1]) >= it.height * 1.5)
    await expect.poll(isSharp).toBe(true)
  }
})

test('on a tablet, the price of a class is below its title, which takes at most two lines', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/classes')
  const places = await page.locator('.print-head').evaluateAll((all) =>
    all.slice(0, 8).map((head) => {
      const [title, price] = ['.print-title', '.print-price'].map((part) =>
        head.querySelector(part)?.getBoundingClientRect(),
      )
      return (price?.top ?? 0) >= (title?.bottom ?? 9999) && (title?.height ?? 99) < 60
    }),
  )
  expect(places).toEqual(places.map(() => true))
})

test('of six instructors on the home page, the first two have large pictures, and one line says address and students', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const instructors = page.getByRole('region', { name: 'Top Instructors' })
  const widths = await instructors
    .locator('.print-frame')
    .evaluateAll((all) => all.map((frame) => Math.round(frame.getBoundingClientRect().width)))
  const [large = 0, , small = 0] = widths
  expect(widths).toEqual([large, large, small, small, small, small])
  expect(large).toBeGreaterThan(2 * small)
  for (const line of await instructors.getByText(/@/).locator('..').all())
    await expect(line).toHaveText(/ ?\d+ students?$/)
})
