/** Students with pictures that wait for critique, in tests. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { api } from '../contract/api.ts'
import type { BriefChange } from '../contract/briefs.ts'
import { makeEnrolment, type UserRow } from '../demo/factories.ts'
import type { TestApplication } from './application.ts'
import { createExif, type ExifValues, insertExif } from './exif.ts'
import { teaching } from './instructor.ts'
import type { RequestOptions, Visitor } from './visitor.ts'

const HOUR_MS = 3_600_000

/** Creates a class with a brief, due in an hour. */
export async function assigning(application: TestApplication, values: BriefChange = {}) {
  const at = await teaching(application)
  const body = { title: 'Fog', text: 'Show depth.', due_at: Date.now() + HOUR_MS, count: 3, ...values }
  const { insertedId: briefId } = await at.instructor.call(api.addBrief, { params: at.params, body })
  return { ...at, briefId, ofBrief: { params: { id: briefId } } }
}

/** Creates a class with a brief, and a student of it with a submission. */
export async function submitting(application: TestApplication, values: BriefChange = {}) {
  const at = await assigning(application, values)
  return { ...at, ...(await joinClass(application, at)) }
}

/** Enrols a new student in a class, who begins a submission for its brief. */
export async function joinClass(
  application: TestApplication,
  { taught, ofBrief }: Pick<Awaited<ReturnType<typeof assigning>>, 'taught' | 'ofBrief'>,
) {
  const student: Visitor & { user: UserRow } = await application.signedIn('student')
  await makeEnrolment(application.services.db, student.user, taught)
  const { insertedId: submissionId } = await student.call(api.beginSubmission, ofBrief)
  return { student, submissionId, ofSubmission: { params: { id: submissionId } } }
}

/** Creates a small JPEG of noise, so that each is another. */
export async function takePicture(exif: ExifValues = {}, width = 60, height = 40): Promise<Buffer> {
  const image = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  return insertExif(await image.jpeg().toBuffer(), createExif(exif))
}

/** Builds a form of parts in their order. A buffer is a file. */
export async function buildForm(...parts: [name: string, value: string | Buffer][]): Promise<Required<RequestOptions>> {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([new Uint8Array(value)], 'picture.jpg', { type: 'image/jpeg' }))
  }
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return { headers, body: Buffer.from(await sent.arrayBuffer()) }
}

/** Uploads a picture, and returns the response. */
export async function sendPicture(student: Visitor, submissionId: string, image: Buffer, intent = 'I wanted depth.') {
  const form = await buildForm(['image', image], ['intent', intent])
  return student.request('POST', `/api/submission/${submissionId}/pictures`, form)
}

/** Hands a picture in, and returns its ids. */
export async function handIn(
  student: Visitor,
  submissionId: string,
  image?: Buffer,
): Promise<{ insertedId: string; versionId: string }> {
  const response = await sendPicture(student, submissionId, image ?? (await takePicture()))
  if (response.statusCode !== 200) throw new Error(`the picture was refused: ${response.body}`)
  return response.json()
}

/** Hands a version of a picture in, and returns its id. */
export async function handInVersion(student: Visitor, pictureId: string, image?: Buffer): Promise<string> {
  const form = await buildForm(['image', image ?? (await takePicture())])
  const response = await student.request('POST', `/api/picture/${pictureId}/version`, form)
  if (response.statusCode !== 200) throw new Error(`the version was refused: ${response.body}`)
  return response.json<{ versionId: string }>().versionId
}

export const PIN = { kind: 'pin', geometry: { x: 0.25, y: 0.5 }, text: 'Lovely light.' } as const
