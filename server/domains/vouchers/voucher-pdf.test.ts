import { eq } from 'drizzle-orm'
import encodeQR from 'qr'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { CURRENCIES } from '#contract/values/currency.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { formatMoney } from '#contract/values/money.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { checkOutWithCode, completePaying } from '../../../testing/coupons.ts'
import { readPdf } from '../../../testing/pdf.ts'
import { PUBLIC_URL, type Visitor } from '../../../testing/visitor.ts'
import { buyVoucher, makeVoucher } from '../../../testing/vouchers.ts'
import { writeToRecipient } from './delivery.ts'
import { toDrawable } from './document/drawable-text.ts'
import { drawVoucher, type VoucherFacts } from './document/voucher-document.ts'
import { vouchers } from './vouchers.table.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
const get = (visitor: Visitor, id: string) => visitor.request('GET', `/api/voucher/${id}.pdf`)

async function refuse(visitor: Visitor, id: string): Promise<unknown> {
  const response = await get(visitor, id)
  return [response.statusCode, response.json().code]
}

const listOpened = async (id: string) =>
  (await admin.call(api.listActivity)).filter(({ deed, subjectId }) => deed === 'voucher_opened' && subjectId === id)

describe('the PDF of a voucher', () => {
  it('is saved by its buyer, says its value, code and last day, and is stored by no cache', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer, { recipient_name: 'Žofie', message: 'Happy birthday' })
    const response = await get(buyer, id)
    const [row] = await application.services.db.select().from(vouchers).where(eq(vouchers.id, id))
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="gift-voucher-${row?.lastFour}.pdf"`,
      'cache-control': 'no-store',
    })
    const { text } = readPdf(response.rawPayload)
    const code = row && application.voucherCodes.read(row)
    for (const line of [
      '$50.00 for our classes',
      'For Žofie',
      'Happy birthday',
      `Code ${code}`,
      `${PUBLIC_URL}/classes`,
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/Happy birthday\nFrom The student/)
    expect(text).toMatch(/Valid until \w+, Dec 31, \d{4}\n/)
    expect(text).toContain(application.services.school.current.name)
    expect(text).not.toContain('was left')
    expect(await listOpened(id)).toEqual([])
  })

  it('is for its buyer and admins, which is logged, and for no one who guesses', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer)
    for (const role of ['student', 'instructor'] as const)
      expect(await refuse(await application.signedIn(role), id)).toEqual([404, 'NOT_FOUND'])
    expect(await refuse(application.visitor, id)).toEqual([401, 'NOT_SIGNED_IN'])
    for (const guess of [id.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'x', '..%2F', `${id}.pdf`])
      expect(await refuse(buyer, guess)).toEqual([404, 'NOT_FOUND'])
    expect((await get(admin, id)).statusCode).toBe(200)
    expect(await listOpened(id)).toMatchObject([{ actor: { email: admin.user.email } }])
  })

  it('is refused to access tokens, which may outlive a sign-in', async () => {
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer)
    const { token } = await buyer.call(api.createAccessToken, {
      body: { name: 'Script', days: 1, scopes: ['vouchers:read'] },
    })
    expect(await refuse(buyer.as(token), id)).toEqual([403, 'TOKEN_NOT_ALLOWED'])
  })

  it('asks an admin whose sign-in is more than an hour old to confirm it, since codes are money, and no buyer', async () => {
    const signedInAt = Date.now() - 61 * 60_000
    const buyer = await application.signedIn('student', { emailConfirmed: true, signedInAt })
    const { id } = await buyVoucher(buyer)
    expect((await get(buyer, id)).statusCode).toBe(200)
    expect(await refuse(await application.signedIn('admin', { signedInAt }), id)).toEqual([403, 'REAUTH_REQUIRED'])
    expect(await listOpened(id)).toEqual([])
  })

  it('has no picture where that cannot be drawn, and reaches its buyer all the same', async () => {
    const spy = vi.spyOn(application.imagePipeline.jpegs, 'get').mockRejectedValue(new Error('the encoder is gone'))
    onTestFinished(() => spy.mockRestore())
    const buyer = await signIn()
    const { id } = await buyVoucher(buyer)
    const emails = await application.readEmails()
    const [sold] = emails.filter(({ to }) => to?.[0]?.address === buyer.user.email)
    expect(sold?.attachments).toMatchObject([{ mimeType: 'application/pdf' }])
    expect((await get(buyer, id)).statusCode).toBe(200)
  })

  it('says what is left where its buyer has spent a part before it reaches its recipient', async () => {
    const buyer = await signIn()
    const deliver_at = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
    const { id } = await buyVoucher(buyer, { deliver_to: 'later@example.test', deliver_at })
    const { db } = application.services
    const [row] = await db.select().from(vouchers).where(eq(vouchers.id, id))
    const { id: classId } = await makeClass(db, { listPriceMinor: 2000 })
    const { insertedId: cartId } = await buyer.call(api.selectClass, { body: { classId } })
    const code = row && application.voucherCodes.read(row)
    await completePaying(buyer, await checkOutWithCode(buyer, [cartId], code ?? ''))
    await writeToRecipient(application, id)
    const emails = await application.readEmails()
    const [received] = emails.filter(({ to }) => to?.[0]?.address === 'later@example.test')
    const [file] = received?.attachments ?? []
    expect(readPdf(Buffer.from(file?.content as ArrayBuffer)).text).toContain('$30.00 of it was left on ')
  })

  it('says what was left of one that is spent in part, and there is none of one that has ended, or is not paid', async () => {
    const { id, code } = await makeVoucher(admin, 50)
    const student = await signIn()
    const { id: classId } = await makeClass(application.services.db, { listPriceMinor: 2000 })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
    await completePaying(student, await checkOutWithCode(student, [cartId], code))
    expect(readPdf((await get(admin, id)).rawPayload).text).toContain('$30.00 of it was left on ')
    const { id: endedId } = await makeVoucher(admin, 20)
    await admin.call(api.voidVoucher, { params: { id: endedId }, body: { reason: 'Lost' } })
    expect(await refuse(admin, endedId)).toEqual([404, 'NOT_FOUND'])
    const { orderId } = await student.call(api.buyVoucher, { body: { amount: 50, recipient_name: 'Grace' } })
    const [open] = await application.services.db.select().from(vouchers).where(eq(vouchers.orderId, orderId))
    expect(await refuse(student, open?.id ?? '')).toEqual([404, 'NOT_FOUND'])
  })

  it('is refused where another secret has made the code, which is not made up again', async () => {
    const { id } = await makeVoucher(admin, 20)
    await application.services.db
      .update(vouchers)
      .set({ codeHash: `other ${id}` })
      .where(eq(vouchers.id, id))
    expect(await refuse(admin, id)).toEqual([404, 'NOT_FOUND'])
  })

  it('is attached to the e-mail that has the code, and to no other', async () => {
    const buyer = await signIn()
    await buyVoucher(buyer, { deliver_to: 'pdf@example.test', message: 'Enjoy' })
    const emails = await application.readEmails()
    const sentTo = (address: string) => emails.filter(({ to }) => to?.[0]?.address === address)
    const [received] = sentTo('pdf@example.test')
    const [file] = received?.attachments ?? []
    const [code = ''] = /([2-9A-Z]{4}-){3}[2-9A-Z]{4}/.exec(received?.text ?? '') ?? []
    expect(file).toMatchObject({ filename: `gift-voucher-${code.slice(-4)}.pdf`, mimeType: 'application/pdf' })
    expect(readPdf(Buffer.from(file?.content as ArrayBuffer)).text).toContain(`Code ${code}`)
    expect(sentTo(buyer.user.email).flatMap(({ attachments }) => attachments)).toEqual([])
  })
})

const FACTS: VoucherFacts = {
  school: { name: 'Light & <Shade>', address: '1 Main Street', email: 'hello@school.example', phone: '' },
  ...{ picture: null, amount: '€50.00', left: '', recipientName: 'Grace Hopper', message: '', giverName: '' },
  ...{ code: '7KQ2-MN4P-X8RT-C3WD', lastDay: 'Sun, Dec 31, 2028' },
  ...{
    redeemUrl: 'https://school.example/gift-voucher#7KQ2-MN4P-X8RT-C3WD',
    classesUrl: 'https://school.example/classes',
  },
}
const draw = async (facts: Partial<VoucherFacts> = {}) => readPdf(await drawVoucher({ ...FACTS, ...facts }))

describe('the document of a voucher', () => {
  it('is tagged: a language, a title, headings in order, and a QR code in modules with a text instead', async () => {
    const { source, elements } = await draw()
    expect(source).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(source).toMatch(/\/Marked true/)
    expect(source).toMatch(/\/StructTreeRoot \d+ 0 R/)
    expect(source).toMatch(/\/Lang \(en\)/)
    expect(source).toMatch(/\/DisplayDocTitle true/)
    expect(source).toMatch(/\/Alt \(QR code that opens the page of this gift voucher/)
    expect(elements.slice(0, 4)).toEqual(['Document', 'P', 'H1', 'P'])
    expect(elements.filter((type) => type !== 'P')).toEqual(['Document', 'H1', 'H2', 'Figure'])
    const modules = encodeQR(FACTS.redeemUrl, 'raw', { ecc: 'medium', border: 1 }).flat()
    expect((await draw()).drawing.match(/ re$/gm)).toHaveLength(modules.filter(Boolean).length)
  })

  it('has metadata that are XML, whatever the school is called', async () => {
    const { metadata } = await draw()
    expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(metadata).toContain('Gift voucher of €50.00')
    expect(metadata).not.toContain('Shade')
  })

  it('draws Latin, Greek and Cyrillic letters with their marks', async () => {
    const name = 'Žofie Łódź Nguyễn Ελένη Олена e\u0301'
    expect((await draw({ recipientName: name })).text).toContain(`For ${name.normalize('NFC')}\n`)
  })

  it('draws amounts in every currency that a school may have', async () => {
    const amounts = [...CURRENCIES.keys()].map((currency) => formatMoney(1_250_00, currency))
    expect(amounts.length).toBeGreaterThan(100)
    expect(amounts.filter((amount) => toDrawable(amount)?.isReplaced !== false)).toEqual([])
    expect((await draw({ amount: '₹1,250.00' })).text).toContain('₹1,250.00 for our classes')
  })

  it('replaces a character that it cannot draw, says so, and keeps it for screen readers', async () => {
    const { text, source } = await draw({ message: 'Happy birthday 👩‍👩‍👧!\n\nYours' })
    expect(text).toContain('Happy birthday ?!\nYours\n')
    expect(text).toContain('A question mark stands for each character that this document cannot show.')
    expect(source).toContain('/ActualText')
    expect((await draw({ message: 'Plain' })).source).not.toContain('/ActualText')
  })

  it('says that a text is left out of which it can draw too little', async () => {
    const { text } = await draw({ recipientName: '山田太郎', message: 'عيد ميلاد سعيد\nشكرا' })
    expect(text).toContain('For a person whose name has characters that this document cannot show')
    expect(text).toContain('\nThe message has characters that this document cannot show.')
    expect(text).not.toContain('??')
  })

  it('goes on on further pages where the message is long, with the code as a whole on one', async () => {
    const { source, text } = await draw({ message: `${'word '.repeat(60)}\n${'line\n'.repeat(40)}` })
    expect(source).toMatch(/\/Count [23]\n/)
    expect(text.match(/line/g)).toHaveLength(40)
  })
})
